package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterTest {

  private static final Subject ORDERS = new Subject.Table("public", "orders");
  private static final Subject AUDIT = new Subject.Table("app", "audit_log");
  private static final Subject MESSAGE = new Subject.Prefix("billing.paid");
  private static final Subject STREAM = Subject.Stream.STREAM;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          public.orders          | public    | orders        | true
          public.orders          | app       | orders        | false
          public.orders          | public    | orders2       | false
          public.orders          | public    | Orders        | false
          orders                 | any       | orders        | true
          public.*               | public    | anything      | true
          public.*               | publicity | anything      | false
          *.audit_*              | app       | audit_log     | true
          *.audit_*              | app       | audit_        | true
          *.audit_*              | app       | audits        | false
          *                      | app       | audits        | true
          *_?                    | app       | part_7        | true
          *_?                    | app       | part_77       | false
          a*b*c                  | s         | a1b2b3c       | true
          a*b*c                  | s         | a1c2b         | false
          "my.schema"."t"        | my.schema | t             | true
          "my.schema".t*         | my.schema | t1            | true
          "my.schema".t          | my        | schema.t      | false
          "a*"                   | s         | ab            | false
          "a*"                   | s         | a*            | true
          "say ""hi""\"          | s         | say "hi"      | true
          "we""ird"."we""ird"    | we"ird    | we"ird        | true
          "we""ird"              | s         | weird         | false
          "My.Sch*ma"."Größe.?"  | My.Sch*ma | Größe.?       | true
          "My.Sch*ma"."Größe.?"  | My.Schema | Größe.x       | false
          ord"er"s               | s         | orders        | true
          größe?                 | s         | größe𝄞        | true
          """)
  void selectsTablesByPattern(String pattern, String schema, String table, boolean selected) {
    Filter filter = Filter.ALL.withTables(List.of(pattern));
    assertThat(selects(filter, new Subject.Table(schema, table), Op.INSERT)).isEqualTo(selected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "public.", ".orders", "a.b.c", "\"open", "a.\"b"})
  void refusesMalformedTablePatterns(String pattern) {
    assertThatThrownBy(() -> Filter.ALL.withTables(List.of(pattern)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(pattern.isEmpty() ? "empty" : "'" + pattern + "'");
  }

  @Test
  void letsEverythingPassWhenNothingIsAsked() {
    assertThat(Map.of(ORDERS, Op.SNAPSHOT, AUDIT, Op.TRUNCATE, MESSAGE, Op.MESSAGE, STREAM, Op.GAP))
        .allSatisfy((subject, op) -> assertThat(selects(Filter.ALL, subject, op)).isTrue());
  }

  @Test
  void selectsRowsOnlyWhenOnlyTablesAreNamed() {
    Filter filter = Filter.ALL.withTables(List.of("public.*", "audit_log"));
    assertThat(selects(filter, ORDERS, Op.UPDATE)).isTrue();
    assertThat(selects(filter, AUDIT, Op.UPDATE)).isTrue();
    assertThat(selects(filter, MESSAGE, Op.MESSAGE)).isFalse();
  }

  @Test
  void selectsMessagesOnlyWhenOnlyPrefixesAreNamed() {
    Filter filter = Filter.ALL.withPrefixes(List.of("other", "billing.*"));
    assertThat(selects(filter, MESSAGE, Op.MESSAGE)).isTrue();
    assertThat(selects(filter, new Subject.Prefix("billing"), Op.MESSAGE)).isFalse();
    assertThat(selects(filter, ORDERS, Op.INSERT)).isFalse();
  }

  @Test
  void selectsBothWhenTablesAndPrefixesAreNamed() {
    Filter filter = Filter.ALL.withTables(List.of("orders")).withPrefixes(List.of("billing.*"));
    assertThat(selects(filter, ORDERS, Op.INSERT)).isTrue();
    assertThat(selects(filter, AUDIT, Op.INSERT)).isFalse();
    assertThat(selects(filter, MESSAGE, Op.MESSAGE)).isTrue();
  }

  @Test
  void restrictsRowsAndMessagesByOperation() {
    Filter filter = Filter.ALL.withOps(List.of("insert", "message"));
    assertThat(selects(filter, ORDERS, Op.INSERT)).isTrue();
    assertThat(selects(filter, ORDERS, Op.DELETE)).isFalse();
    assertThat(selects(filter, MESSAGE, Op.MESSAGE)).isTrue();
    assertThat(selects(filter.withOps(List.of("insert")), MESSAGE, Op.MESSAGE)).isFalse();
  }

  @Test
  void alwaysLetsGapsPass() {
    Filter filter =
        Filter.ALL
            .withTables(List.of("none"))
            .withPrefixes(List.of("none"))
            .withOps(List.of("delete"));
    assertThat(selects(filter, STREAM, Op.GAP)).isTrue();
  }

  @Test
  void staysWithinBoundsWhateverIsAskedLater() {
    Filter bounds = Filter.ALL.withTables(List.of("public.*")).withPrefixes(List.of("billing.*"));
    List<Filter> filters =
        List.of(
            Filter.ALL.within(bounds),
            Filter.ALL.withTables(List.of("*.*")).withPrefixes(List.of("*")).within(bounds),
            Filter.ALL.within(bounds).withTables(List.of("*")).withPrefixes(List.of("*")),
            Filter.ALL.within(Filter.ALL).within(bounds).within(Filter.ALL));
    assertThat(filters)
        .allSatisfy(
            filter -> {
              assertThat(selects(filter, ORDERS, Op.INSERT)).isTrue();
              assertThat(selects(filter, AUDIT, Op.INSERT)).isFalse();
              assertThat(selects(filter, MESSAGE, Op.MESSAGE)).isTrue();
              assertThat(selects(filter, new Subject.Prefix("other"), Op.MESSAGE)).isFalse();
              assertThat(selects(filter, STREAM, Op.GAP)).isTrue();
            });
    Filter narrower = Filter.ALL.withTables(List.of("none")).within(bounds);
    assertThat(selects(narrower, ORDERS, Op.INSERT)).isFalse();
    Filter rowsOnly = Filter.ALL.within(Filter.ALL.withTables(List.of("orders")));
    assertThat(selects(rowsOnly, MESSAGE, Op.MESSAGE)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          public.orders   | public.*        |
          public.orders   | app.*           | public.orders
          orders          | public.*        |
          orders          | app.*           |
          orders          | *.audit_*       | orders
          audit_x         | *.audit_*       |
          public.*        | app.*           | public.*
          *.orders        | public.invoices | *.orders
          *               | public.invoices |
          public.ord*     | public.invoices |
          """)
  void namesTheTableThatIsOutOfBounds(String asked, String bound, @Nullable String refused) {
    Filter filter =
        Filter.ALL.withTables(List.of(bound, asked)).within(Filter.ALL.withTables(List.of(bound)));
    assertThat(filter.tableOutOfBounds()).isEqualTo(Optional.ofNullable(refused));
  }

  @Test
  void namesThePrefixThatIsOutOfBounds() {
    Filter bounds = Filter.ALL.withPrefixes(List.of("billing.*"));
    Filter asked = Filter.ALL.withPrefixes(List.of("billing.x", "*", "mail"));
    assertThat(asked.within(bounds).prefixOutOfBounds()).contains("mail");
    assertThat(asked.within(Filter.ALL).prefixOutOfBounds()).isEmpty();
    assertThat(Filter.ALL.withTables(List.of("orders")).within(bounds).tableOutOfBounds())
        .contains("orders");
  }

  @Test
  void refusesUnknownOperations() {
    assertThatThrownBy(() -> Filter.ALL.withOps(List.of("insert", "upsert")))
        .hasMessage("'upsert' is none of insert, update, delete, truncate, message, snapshot, gap");
    assertThatThrownBy(() -> Filter.ALL.withOps(List.of("INSERT"))).hasMessageContaining("INSERT");
  }

  @Test
  void refusesAnEmptyPrefix() {
    assertThatThrownBy(() -> Filter.ALL.withPrefixes(List.of(""))).hasMessageContaining("empty");
  }

  @Test
  void matchesHostilePatternsInTime() {
    String pattern = "*a".repeat(2_000) + "b";
    Subject.Prefix prefix = new Subject.Prefix("a".repeat(20_000));
    assertThat(selects(Filter.ALL.withPrefixes(List.of(pattern)), prefix, Op.MESSAGE)).isFalse();
  }

  @Test
  void keepsSubjectsOfADictionaryApart() {
    List<Subject> dictionary = List.of(ORDERS, MESSAGE, STREAM, AUDIT);
    Filter.Selection selection = Filter.ALL.withTables(List.of("audit_*")).select(dictionary);
    assertThat(IntStream.range(0, 4).filter(i -> selection.matches(i, Op.INSERT)))
        .containsExactly(2, 3);
  }

  private static boolean selects(Filter filter, Subject subject, Op op) {
    return filter.select(List.of(subject)).matches(0, op);
  }
}
