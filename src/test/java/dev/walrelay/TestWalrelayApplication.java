package dev.walrelay;

import dev.walrelay.demo.DemoConfiguration;
import java.io.IOException;
import org.springframework.boot.SpringApplication;

/**
 * The whole service against a PostgreSQL that it starts itself, with a table that keeps changing:
 * {@code mvn spring-boot:test-run}.
 */
public class TestWalrelayApplication {

  /** Runs until the process is told to stop. */
  public static void main(String[] args) throws IOException {
    DemoConfiguration.prepareLog();
    SpringApplication.from(WalrelayApplication::main).with(DemoConfiguration.class).run(args);
  }
}
