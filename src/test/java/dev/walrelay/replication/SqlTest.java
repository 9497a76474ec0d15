package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
