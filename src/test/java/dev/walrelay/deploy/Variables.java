package dev.walrelay.deploy;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.TestDatabase;
import java.util.Map;

/** What is set for a container that reads a test's database. */
final class Variables {

  private Variables() {}

  static Map<String, String> of(TestDatabase database, int port, int management) {
    return Map.of(
        "SERVER_PORT",
        "" + port,
        "MANAGEMENT_SERVER_PORT",
        "" + management,
        "SPRING_DATASOURCE_URL",
        database.url(),
        "SPRING_DATASOURCE_USERNAME",
        database.user(),
        "SPRING_DATASOURCE_PASSWORD",
        database.password(),
        "WALRELAY_SLOT_NAME",
        database.name(),
        "WALRELAY_SECURITY_TOKENS_0_NAME",
        "test",
        "WALRELAY_SECURITY_TOKENS_0_ROLE",
        "admin",
        "WALRELAY_SECURITY_TOKENS_0_TOKEN",
        RunningWalrelay.TOKEN);
  }
}
