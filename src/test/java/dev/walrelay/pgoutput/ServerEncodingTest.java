package dev.walrelay.pgoutput;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Holds every character of every encoding against what the server makes of it. */
class ServerEncodingTest {

  private static final String CONVERTED =
      """
      SELECT name, encode(bytes, 'hex'), encode(utf8(bytes, name), 'hex')
        FROM (SELECT name, set_byte('\\x00', 0, b) AS bytes
                FROM unnest(CAST(? AS text[])) AS name, generate_series(128, 255) AS b
               UNION ALL
              SELECT name, lead || set_byte(set_byte('\\x0000', 0, row), 1, cell)
                FROM (VALUES ('EUC_JP', '\\x'::bytea), ('EUC_JP', '\\x8f'), ('EUC_JIS_2004', '\\x'),
                        ('EUC_JIS_2004', '\\x8f'), ('EUC_CN', '\\x'), ('EUC_KR', '\\x'),
                        ('EUC_TW', '\\x'), ('EUC_TW', '\\x8ea1'), ('EUC_TW', '\\x8ea2'))
                     AS plane(name, lead),
                     generate_series(161, 254) AS row, generate_series(161, 254) AS cell
               UNION ALL
              SELECT name, set_byte('\\x8e00', 1, kana)
                FROM (VALUES ('EUC_JP'), ('EUC_JIS_2004')) AS kanas(name),
                     generate_series(161, 223) AS kana
             ) AS characters
      """;

  private static final String[] SINGLE_BYTE = {
    "LATIN1",
    "LATIN2",
    "LATIN3",
    "LATIN4",
    "LATIN5",
    "LATIN6",
    "LATIN7",
    "LATIN8",
    "LATIN9",
    "LATIN10",
    "ISO_8859_5",
    "ISO_8859_6",
    "ISO_8859_7",
    "ISO_8859_8",
    "KOI8R",
    "KOI8U",
    "WIN866",
    "WIN874",
    "WIN1250",
    "WIN1251",
    "WIN1252",
    "WIN1253",
    "WIN1254",
    "WIN1255",
    "WIN1256",
    "WIN1257",
    "WIN1258"
  };

  @Test
  void translatesWhatTheServerConvertsAsTheServerDoes() throws SQLException {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(
          """
          CREATE FUNCTION utf8(bytea, name) RETURNS bytea LANGUAGE plpgsql AS
          'BEGIN RETURN convert($1, $2, ''UTF8'');
           EXCEPTION WHEN untranslatable_character THEN RETURN NULL; END'
          """);
      assertThat(compare(database)).isGreaterThan(80_000);
    }
  }

  private static int compare(TestDatabase database) throws SQLException {
    int compared = 0;
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement(CONVERTED)) {
      statement.setArray(1, connection.createArrayOf("text", SINGLE_BYTE));
      try (ResultSet rows = statement.executeQuery()) {
        ServerEncoding encoding = null;
        String name = "";
        while (rows.next()) {
          if (!rows.getString(1).equals(name)) {
            name = rows.getString(1);
            encoding = ServerEncoding.of(name);
          }
          check(Objects.requireNonNull(encoding), name, rows.getString(2), rows.getString(3));
          compared++;
        }
      }
    }
    return compared;
  }

  private static void check(ServerEncoding encoding, String name, String source, String utf8) {
    byte[] bytes = HexFormat.of().parseHex(source);
    String text = encoding.text(bytes);
    if (utf8 != null) {
      String expected = new String(HexFormat.of().parseHex(utf8), UTF_8);
      assertThat(text).as("%s %s", name, source).isEqualTo(expected);
    } else if (bytes.length == 1) {
      assertThat(text).as("%s %s", name, source).isEqualTo("\uFFFD");
    } else {
      // Some of these only Java knows. What follows is still read in step.
      assertThat(encoding.text(HexFormat.of().parseHex(source + "61")))
          .as("%s %s", name, source)
          .isEqualTo(text + "a");
      assertThat(text.codePointCount(0, text.length())).as("%s %s", name, source).isEqualTo(1);
    }
  }

  @Test
  void findsTheWayBackAfterBytesThatNoServerStores() {
    assertThat(text("EUC_JP", "a4a2 8f61 a4a2 8ea1 ff61 a4a2 a1"))
        .isEqualTo("あ\uFFFDaあ\uFF61\uFFFDaあ\uFFFD");
  }

  private static String text(String name, String hex) {
    return Objects.requireNonNull(ServerEncoding.of(name))
        .text(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @Test
  void translatesTextsLongerThanAStep() {
    ServerEncoding encoding = Objects.requireNonNull(ServerEncoding.of("EUC_KR"));
    byte[] bytes = new byte[20_001];
    bytes[0] = 'a';
    for (int i = 1; i < bytes.length; i += 2) {
      bytes[i] = (byte) 0xB0;
      bytes[i + 1] = (byte) 0xA1;
    }
    assertThat(encoding.text(bytes)).isEqualTo("a" + "가".repeat(10_000));
  }

  @Test
  void leavesUtf8AndBytesOfNoEncodingAlone() {
    assertThat(ServerEncoding.of("UTF8")).isNull();
    assertThat(ServerEncoding.of("SQL_ASCII")).isNull();
    assertThatThrownBy(() -> ServerEncoding.of("MULE_INTERNAL"))
        .hasMessage("The database's encoding 'MULE_INTERNAL' is none that Walrelay can translate");
  }
}
