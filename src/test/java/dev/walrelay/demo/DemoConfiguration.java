package dev.walrelay.demo;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Adds to the service the database that it reads, and something that happens there. */
@TestConfiguration(proxyBeanMethods = false)
public class DemoConfiguration {

  private static final Path LOG = Path.of("target", "demo", "walrelay.db");
  private static final int VERSION = 18;

  /**
   * Puts the event log into the build folder, unless it was put elsewhere, and empties it there:
   * the database is a new one each time, and the log of another is refused.
   */
  public static void prepareLog() throws IOException {
    for (String suffix : new String[] {"", "-wal", "-shm", ".lock", ".key"}) {
      Files.deleteIfExists(LOG.resolveSibling(LOG.getFileName() + suffix));
    }
    if (System.getenv("WALRELAY_LOG_PATH") == null
        && System.getProperty("walrelay.log.path") == null) {
      System.setProperty("walrelay.log.path", LOG.toString());
    }
  }

  @Bean(destroyMethod = "close")
  TestServer server() {
    return TestServer.start(VERSION, Map.of());
  }

  /** Goes with its server. */
  @Bean(destroyMethod = "")
  TestDatabase database(TestServer server) {
    return server.database();
  }

  @Bean
  JdbcConnectionDetails source(TestDatabase database) {
    return new JdbcConnectionDetails() {
      @Override
      public String getUsername() {
        return database.user();
      }

      @Override
      public String getPassword() {
        return database.password();
      }

      @Override
      public String getJdbcUrl() {
        return database.url();
      }
    };
  }

  @Bean
  Shop shop(TestDatabase database) {
    return new Shop(database);
  }

  @Bean
  ApplicationListener<WebServerInitializedEvent> greeting(
      TestDatabase database, Environment environment) {
    return event -> {
      if (event.getApplicationContext().getServerNamespace() == null) {
        greet(event.getWebServer().getPort(), header(environment), database);
      }
    };
  }

  /** The token as an option of curl: the one that is configured, or the one beside the log. */
  private static String header(Environment environment) {
    if (environment.getRequiredProperty("walrelay.security.enabled").equals("false")) {
      return "";
    }
    String token = environment.getProperty("walrelay.security.tokens[0].token");
    return " -H 'Authorization: Bearer %s'"
        .formatted(token == null ? ownToken(environment) : token);
  }

  private static String ownToken(Environment environment) {
    try {
      return Files.readString(
              Path.of(environment.getRequiredProperty("walrelay.log.path") + ".token"))
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void greet(int port, String header, TestDatabase database) {
    System.out.printf(
        """

        Walrelay reads an embedded PostgreSQL %d, whose table "orders" keeps changing. Watch it:

            curl -N -H 'Accept: text/event-stream'%s http://localhost:%d/v1/events

        Change something yourself:

            psql 'postgresql://%s:%s@%s:%d/%s'

        %n""",
        VERSION,
        header,
        port,
        database.user(),
        database.password(),
        database.server().host(),
        database.server().port(),
        database.name());
  }
}
