package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInTypesOfServersTest {

  private static final String ARRAYS =
      """
      SELECT array_type.oid || ' ' || element.oid || ' ' || ascii(element.typdelim::text)
        FROM pg_type element JOIN pg_type array_type ON array_type.oid = element.typarray
       WHERE element.oid < 10000 AND element.typtype IN ('b', 'r', 'm')
      """;

  private static final String RANGES =
      "SELECT rngtypid || ' ' || rngmultitypid || ' ' || rngsubtype FROM pg_range";

  @ParameterizedTest
  @ValueSource(ints = {15, 18})
  void areThoseOfTheCatalog(int version) {
    try (TestDatabase database = TestServer.shared(version).database()) {
      assertThat(numbers(database, ARRAYS))
          .hasSizeGreaterThan(60)
          .allSatisfy(
              row ->
                  assertThat(BuiltInTypes.type(row[0]))
                      .contains(new PgType.Array(row[1], (char) row[2])));
      assertThat(numbers(database, RANGES))
          .hasSize(6)
          .allSatisfy(
              row -> {
                assertThat(BuiltInTypes.type(row[0])).contains(new PgType.Range(row[2]));
                assertThat(BuiltInTypes.type(row[1])).contains(new PgType.Multirange(row[2]));
              });
    }
  }

  private static List<int[]> numbers(TestDatabase database, String sql) {
    return database.queryAll(sql).stream()
        .map(row -> Arrays.stream(row.split(" ", -1)).mapToInt(Integer::parseInt).toArray())
        .toList();
  }
}
