package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogTypeTest {

  private static final int OID = 70_000;
  private static final int OTHER = 70_001;

  private final SettableCatalog catalog = new SettableCatalog();
  private final ValueWriter writer = Written.types(catalog).writer(OID);

  @Test
  void asksOnceForATypeThatStaysAsItIs() {
    catalog.type(OID, row("a")).type(OTHER, new PgType.Array(OID, ','));
    TypeWriters types = Written.types(catalog);

    assertThat(Written.json(types.writer(OID), "(1)")).isEqualTo("{\"a\":1}");
    assertThat(Written.json(types.writer(OID), "(2)")).isEqualTo("{\"a\":2}");
    assertThat(Written.json(types.writer(OTHER), "{(3)}")).isEqualTo("[{\"a\":3}]");
    assertThat(catalog.questions()).isEqualTo(2);
  }

  @Test
  void writesATypeThatTheCatalogDoesNotKnowAsText() {
    assertThat(Written.json(writer, "{1}")).isEqualTo("\"{1}\"");
    assertThat(Written.json(writer, "{1}")).isEqualTo("\"{1}\"");
    assertThat(catalog.questions()).isEqualTo(1);
  }

  @Test
  void writesTextUntilTheCatalogAnswers() {
    catalog.type(OID, row("a"));
    catalog.away(true);
    assertThat(Written.json(writer, "(1)")).isEqualTo("\"(1)\"");

    catalog.away(false);
    assertThat(Written.json(writer, "(1)")).isEqualTo("{\"a\":1}");
  }

  @Test
  void followsARowTypeThatGetsAnAttribute() {
    catalog.type(OID, row("a"));
    assertThat(Written.json(writer, "(1)")).isEqualTo("{\"a\":1}");

    catalog.type(OID, row("a", "b"));
    assertThat(Written.json(writer, "(1,2)")).isEqualTo("{\"a\":1,\"b\":2}");
  }

  @Test
  void doesNotAskForEachValueFromBeforeTheTypeWasAltered() {
    catalog.type(OID, row("a", "b"));

    for (int i = 0; i < 1_000; i++) {
      assertThat(Written.json(writer, "(1)")).isEqualTo("\"(1)\"");
    }
    assertThat(catalog.questions()).isLessThan(50);
    assertThat(Written.json(writer, "(1,2)")).isEqualTo("{\"a\":1,\"b\":2}");
  }

  @Test
  void survivesTypesThatGoInCircles() {
    catalog.type(OID, new PgType.Domain(OTHER)).type(OTHER, new PgType.Domain(OID));

    assertThat(Written.json(writer, "a \"word\"")).isEqualTo("\"a \\\"word\\\"\"");
  }

  @Test
  void readsRowsThatHoldThemselvesAsFarAsTheyGo() {
    catalog.type(OID, new PgType.Composite(List.of(new PgType.Attribute("a", OID))));

    assertThat(Written.json(writer, "(\"(\"\"()\"\")\")"))
        .isEqualTo("{\"a\":{\"a\":{\"a\":null}}}");
  }

  private static PgType row(String... names) {
    return new PgType.Composite(
        Arrays.stream(names).map(name -> new PgType.Attribute(name, 23)).toList());
  }
}
