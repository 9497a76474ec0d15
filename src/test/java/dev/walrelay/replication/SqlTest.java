package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "orders, `\"orders\"`",
        "public.Orders, `\"public\".\"Orders\"`",
        "`\"my.schema\".\"a table\"`, `\"my.schema\".\"a table\"`",
        "`x; DROP TABLE y`, `\"x; DROP TABLE y\"`",
      })
  void quotesNamesOfTables(String name, String quoted) {
    assertThat(Sql.qualifiedName(name)).isEqualTo(quoted);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"a, `\"a\"`, `'a'`", "`it's \"x\"`, `\"it's \"\"x\"\"\"`, `'it''s \"x\"'`"})
  void quotesQuotes(String text, String identifier, String literal) {
    assertThat(Sql.identifier(text)).isEqualTo(identifier);
    assertThat(Sql.literal(text)).isEqualTo(literal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          orders             | "orders"
          public.orders      | "public"."orders"
          Sales.Big Orders   | "Sales"."Big Orders"
          "we""ird"          | "we""ird"
          "a.b"."c.d"        | "a.b"."c.d"
          "a".b              | "a"."b"
          ord"er"s           | "orders"
          "a\"\"\"\"b"       | "a\"\"\"\"b"
          \"""\"               | \"""\"
          größe.訂單         | "größe"."訂單"
          "$1\\n"            | "$1\\n"
          """)
  void readsNamesOfTablesAsTheyArePutIntoSql(String text, String sql) {
    assertThat(Sql.qualifiedName(text)).isEqualTo(sql);
    assertThat(Sql.qualifiedName(sql)).isEqualTo(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", ".", "a.", ".a", "a..b", "a.b.c", "\"", "\"a", "a\"", "\"\"", "a.\"\"", "\"a\"\"",
        "a\0b"
      })
  void refusesWhatIsNotTheNameOfATable(String text) {
    assertThatThrownBy(() -> Sql.qualifiedName(text))
        .isInstanceOf(ReplicationException.class)
        .hasMessageContaining("walrelay.publication.tables has '" + text + "'");
  }
}
