package dev.walrelay.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestServerTest {

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 18})
  void startsEveryVersionForLogicalDecoding(int version) {
    try (TestDatabase database = TestServer.shared(version).database()) {
      assertThat(database.query("SHOW server_version")).startsWith(version + ".");
      assertThat(database.query("SHOW wal_level")).isEqualTo("logical");
    }
  }

  @Test
  void leavesNoSlotBehindWithADatabase() {
    TestServer server = TestServer.shared(18);
    String name;
    try (TestDatabase database = server.database()) {
      name = database.name();
      database.execute("SELECT pg_create_logical_replication_slot('left', 'pgoutput')");
    }
    try (TestDatabase database = server.database()) {
      assertThat(
              database.query("SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'left'"))
          .isEqualTo("0");
      assertThat(database.query("SELECT 1 FROM pg_database WHERE datname = '" + name + "'"))
          .isNull();
    }
  }

  @Test
  void keepsAddressDataAndSettingsOverARestart() {
    try (TestServer server = TestServer.start(18, Map.of("application_name", "in private"));
        TestDatabase database = server.database()) {
      database.execute("CREATE TABLE kept AS SELECT 1");
      for (StopMode mode : StopMode.values()) {
        server.restart(mode);
        assertThat(database.query("SELECT count(*) FROM kept")).isEqualTo("1");
      }
      assertThat(database.query("SHOW fsync")).isEqualTo("off");
    }
  }
}
