package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the JVM's time zone")
class SurroundingsTest {

  @Test
  void readsValuesAsTheContractHasThemWhateverTheSurroundings() {
    TimeZone zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          "ALTER DATABASE %s SET datestyle = 'German'".formatted(database.name()),
          "ALTER DATABASE %s SET intervalstyle = 'postgres'".formatted(database.name()),
          "ALTER DATABASE %s SET bytea_output = 'escape'".formatted(database.name()),
          "ALTER DATABASE %s SET extra_float_digits = -5".formatted(database.name()),
          "ALTER DATABASE %s SET client_encoding = 'LATIN1'".formatted(database.name()));
      try (ReplicationConnection connection =
          Source.of(database)
              .url(database.url() + "?preferQueryMode=extended&socketTimeout=1&readOnly=true")
              .read()) {
        database.execute(
            "CREATE TABLE t (at timestamptz, d interval, b bytea, f float8, s text)",
            "INSERT INTO t VALUES ('2026-11-30 05:52:18.844738+01', '1 day 2 hours', '\\x00ff',"
                + " 0.1::float8 + 0.2::float8, '\u00e4')");
        assertThat(Reading.transaction(connection).first('I').text())
            .contains(
                "2026-11-30 04:52:18.844738+00",
                "P1DT2H",
                "\\x00ff",
                "0.30000000000000004",
                "\u00c3\u00a4");
      }
    } finally {
      TimeZone.setDefault(zone);
    }
  }
}
