package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A role can have any setting, meant for whatever else it does. */
class HostileSettingsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final List<String> SETTINGS =
      List.of(
          "statement_timeout = '100ms'",
          "lock_timeout = '10ms'",
          "idle_session_timeout = '100ms'",
          "idle_in_transaction_session_timeout = '100ms'",
          "default_transaction_read_only = on",
          "default_transaction_isolation = 'serializable'",
          "default_transaction_deferrable = on",
          "search_path = 'evil, pg_catalog'",
          "client_min_messages = 'error'",
          "standard_conforming_strings = off",
          "escape_string_warning = off",
          "backslash_quote = off",
          "row_security = off",
          "quote_all_identifiers = on",
          "xmloption = 'document'",
          "array_nulls = off",
          "transform_null_equals = on",
          "exit_on_error = on",
          "synchronous_commit = off",
          "session_replication_role = 'replica'",
          "lc_messages = 'C.utf8'",
          "datestyle = 'SQL, DMY'",
          "intervalstyle = 'sql_standard'",
          "timezone = 'Asia/Kathmandu'",
          "bytea_output = 'escape'",
          "extra_float_digits = -15",
          "client_encoding = 'LATIN1'",
          "track_activities = off",
          "work_mem = '64kB'",
          "plan_cache_mode = 'force_generic_plan'",
          "jit_above_cost = 0");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {15, 18})
  void noSettingOfTheRoleGetsInTheWay(int version) throws SQLException {
    try (TestDatabase database = TestServer.shared(version).database()) {
      String role = hostileRole(database);
      database.execute(
          "CREATE TYPE pair AS (a int, b timestamptz)",
          "CREATE TABLE orders (id int PRIMARY KEY, p pair)",
          "ALTER TABLE orders REPLICA IDENTITY FULL",
          "ALTER TABLE orders OWNER TO " + role,
          "CREATE SCHEMA evil",
          "GRANT USAGE ON SCHEMA evil TO " + role,
          "CREATE TABLE evil.pg_type (oid oid)",
          "CREATE TABLE evil.pg_publication (pubname name)",
          "CREATE TABLE evil.pg_replication_slots (slot_name name)",
          "CREATE TABLE evil.pg_settings (name text, setting text)",
          "CREATE FUNCTION evil.pg_is_in_recovery() RETURNS bool LANGUAGE sql AS 'SELECT true'");

      CompletableFuture<RunningWalrelay> starting;
      try (Connection older = database.connect();
          Statement statement = older.createStatement()) {
        older.setAutoCommit(false);
        statement.execute("INSERT INTO orders VALUES (0)");
        starting = CompletableFuture.supplyAsync(() -> start(database, role));
        await().atMost(PATIENCE).until(() -> starting.isDone() || isWaiting(database));
        older.commit();
      }
      try (RunningWalrelay walrelay = starting.join()) {
        database.execute(
            "INSERT INTO orders VALUES (1, (1, '2026-12-07 12:00+00'))",
            "DELETE FROM orders WHERE id = 1");

        List<JsonNode> events = walrelay.awaitEvents(2);
        assertThat(events.getFirst().path("after"))
            .hasToString("{\"id\":1,\"p\":{\"a\":1,\"b\":\"2026-12-07T12:00:00Z\"}}");
        assertThat(events.getLast().path("key")).hasToString("{\"id\":1}");
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  JsonNode details = walrelay.health("replication").path("details");
                  assertThat(details.path("state").stringValue()).isEqualTo("streaming");
                  assertThat(details.path("lag_bytes").isNumber()).isTrue();
                });
      }
      database.execute("DROP OWNED BY " + role);
    }
  }

  private static String hostileRole(TestDatabase database) {
    String role = database.role("REPLICATION");
    SETTINGS.forEach(setting -> database.execute("ALTER ROLE %s SET %s".formatted(role, setting)));
    if (database.server().version() >= 17) {
      database.execute("ALTER ROLE %s SET transaction_timeout = '200ms'".formatted(role));
    }
    database.execute("GRANT CREATE ON DATABASE %s TO %s".formatted(database.name(), role));
    return role;
  }

  private RunningWalrelay start(TestDatabase database, String role) {
    return RunningWalrelay.start(
        database,
        folder,
        "--spring.datasource.username=" + role,
        "--walrelay.publication.tables[0]=public.orders");
  }

  /** For longer than any time-out of the role. */
  private static boolean isWaiting(TestDatabase database) {
    return database.query(
            """
            SELECT 1 FROM pg_locks
             WHERE locktype = 'transactionid' AND NOT granted
               AND waitstart < clock_timestamp() - interval '400 ms'
            """)
        != null;
  }
}
