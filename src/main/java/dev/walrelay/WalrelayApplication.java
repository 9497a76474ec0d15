package dev.walrelay;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the service. */
@SpringBootApplication
public class WalrelayApplication {

  /** Runs the service until the process is told to stop. */
  public static void main(String[] args) {
    SpringApplication.run(WalrelayApplication.class, args);
  }
}
