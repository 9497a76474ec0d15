package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.pgoutput.ServerEncoding;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases in every encoding, with bytes that the server can store and not convert. */
class ServerEncodingsTest {

  private static final HexFormat HEX = HexFormat.of();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EUC_JP", "EUC_CN", "EUC_KR", "EUC_TW", "EUC_JIS_2004", "LATIN1", "LATIN2", "LATIN3",
        "LATIN4", "LATIN5", "LATIN6", "LATIN7", "LATIN8", "LATIN9", "LATIN10", "ISO_8859_5",
        "ISO_8859_6", "ISO_8859_7", "ISO_8859_8", "KOI8R", "KOI8U", "WIN866", "WIN874", "WIN1250",
        "WIN1251", "WIN1252", "WIN1253", "WIN1254", "WIN1255", "WIN1256", "WIN1257", "WIN1258"
      })
  void noStoredByteStopsTheStream(String encoding) {
    try (TestDatabase database = in(encoding)) {
      database.execute("CREATE TABLE t (v text)");
      try (Relay relay = Relay.start(folder, Relay.Options.of(database))) {
        byte[] all = encoding.startsWith("EUC") ? square() : upperHalf();
        database.execute(
            "INSERT INTO t SELECT convert_from('\\x%s', '%s')"
                .formatted(HEX.formatHex(all), encoding),
            "INSERT INTO t VALUES ('after')");

        List<String> events = relay.awaitStored(database).events();

        assertThat(value(events.getFirst()))
            .isEqualTo(Objects.requireNonNull(ServerEncoding.of(encoding)).text(all))
            .hasSizeGreaterThan(127);
        assertThat(value(events.getLast())).isEqualTo("after");
      }
    }
  }

  /** All of them are valid by the server's rules, though not all are characters. */
  private static byte[] square() {
    byte[] bytes = new byte[94 * 94 * 2];
    for (int i = 0; i < bytes.length; i += 2) {
      bytes[i] = (byte) (0xA1 + i / 2 / 94);
      bytes[i + 1] = (byte) (0xA1 + i / 2 % 94);
    }
    return bytes;
  }

  private static byte[] upperHalf() {
    byte[] bytes = new byte[128];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (0x80 + i);
    }
    return bytes;
  }

  private static String value(String event) {
    return SlotEvents.JSON.readTree(event).path("after").path("v").stringValue();
  }

  private static TestDatabase in(String encoding) {
    return TestServer.shared(18)
        .database("ENCODING '%s' LOCALE 'C' TEMPLATE template0".formatted(encoding));
  }

  @Test
  void namesMayHoldSuchBytesToo() {
    try (TestDatabase database = in("WIN1252")) {
      database.execute(
          """
          DO $$ BEGIN
            EXECUTE format('CREATE SCHEMA %1$I', 'ü' || chr(129));
            EXECUTE format('CREATE TYPE %1$I.pair AS (%1$I text)', 'ü' || chr(129));
            EXECUTE format('CREATE TABLE %1$I.%1$I (%1$I int PRIMARY KEY, r %1$I.pair)',
                           'ü' || chr(129));
            EXECUTE format('ALTER TABLE %1$I.%1$I REPLICA IDENTITY FULL', 'ü' || chr(129));
            EXECUTE format('CREATE TABLE %1$I ()', 'no key' || chr(129));
          END $$
          """);
      JdbcCatalog catalog = new JdbcCatalog(database.dataSource());
      try (Relay relay = Relay.start(folder, Relay.Options.of(database), catalog)) {
        database.execute(
            "SELECT pg_replication_origin_create('ö' || chr(129))",
            """
            DO $$ BEGIN
              PERFORM pg_replication_origin_session_setup('ö' || chr(129));
              PERFORM pg_replication_origin_xact_setup('1/1', now());
              EXECUTE format('INSERT INTO %1$I.%1$I VALUES (1, row(''ä'' || chr(129)))',
                             'ü' || chr(129));
              PERFORM pg_logical_emit_message(true, 'ß' || chr(129), '\\x81'::bytea);
            END $$
            """);

        assertThat(relay.awaitStored(database).events())
            .satisfiesExactly(
                row ->
                    assertThat(row)
                        .contains("\"schema\":\"ü\uFFFD\",\"table\":\"ü\uFFFD\"")
                        .contains("\"origin\":\"ö\uFFFD\"")
                        .contains("\"key\":{\"ü\uFFFD\":1}")
                        .contains("\"after\":{\"ü\uFFFD\":1,\"r\":{\"ü\uFFFD\":\"ä\uFFFD\"}}"),
                message ->
                    assertThat(message)
                        .contains("\"prefix\":\"ß\uFFFD\"")
                        .contains("\"content\":\"gQ==\""));
      } finally {
        database.execute("SELECT pg_replication_origin_drop(roname) FROM pg_replication_origin");
      }
    }
  }

  @Test
  void preparedAndStreamedTransactionsAreTranslatedAsWell() {
    try (TestDatabase database = in("EUC_JP")) {
      database.execute(
          "CREATE TABLE \"表\" (v text)",
          "ALTER DATABASE %s SET debug_logical_replication_streaming = immediate"
              .formatted(database.name()));
      try (Relay relay = Relay.start(folder, Relay.Options.of(database).decodingPrepared())) {
        String undefined = "convert_from('\\xa9a9', 'EUC_JP')";
        database.execute(
            "BEGIN; INSERT INTO \"表\" VALUES ('橋' || %s); PREPARE TRANSACTION '橋'"
                .formatted(undefined),
            "COMMIT PREPARED '橋'",
            "INSERT INTO \"表\" SELECT '日' || i FROM generate_series(1, 3) i");

        assertThat(relay.awaitStored(database).events())
            .hasSize(4)
            .allMatch(event -> event.contains("\"table\":\"表\""))
            .extracting(ServerEncodingsTest::value)
            .containsExactly("橋\uFFFD", "日1", "日2", "日3");
      }
    }
  }
}
