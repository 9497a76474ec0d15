package dev.walrelay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.PgType;
import dev.walrelay.postgres.TcpProxy;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class JdbcCatalogTest {

  private static final Duration TIMEOUT = Duration.ofMillis(300);

  private TestDatabase database;
  private JdbcCatalog catalog;

  @BeforeEach
  void openDatabase() {
    database = TestServer.shared(18).database();
    catalog = new JdbcCatalog(database.dataSource());
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  @Test
  void describesEachKindOfType() {
    database.execute(
        "CREATE EXTENSION hstore",
        "CREATE TYPE mood AS ENUM ('sad')",
        "CREATE DOMAIN small AS int",
        "CREATE TYPE moods AS RANGE (subtype = mood, multirange_type_name = manymoods)",
        "CREATE TYPE trio AS (a int, gone text, \"B \"\"c\" mood)",
        "ALTER TYPE trio DROP ATTRIBUTE gone",
        "CREATE TYPE nothing AS ()",
        "CREATE TYPE delimited",
        "CREATE FUNCTION delimited_in(cstring) RETURNS delimited"
            + " LANGUAGE internal STRICT IMMUTABLE AS 'textin'",
        "CREATE FUNCTION delimited_out(delimited) RETURNS cstring"
            + " LANGUAGE internal STRICT IMMUTABLE AS 'textout'",
        "CREATE TYPE delimited (INPUT = delimited_in, OUTPUT = delimited_out, DELIMITER = ':')");

    assertThat(catalog.type(oid("mood"))).contains(new PgType.Text());
    assertThat(catalog.type(oid("mood[]"))).contains(new PgType.Array(oid("mood"), ','));
    assertThat(catalog.type(oid("delimited"))).contains(new PgType.Text());
    assertThat(catalog.type(oid("delimited[]"))).contains(new PgType.Array(oid("delimited"), ':'));
    assertThat(catalog.type(oid("hstore"))).contains(new PgType.Hstore());
    assertThat(catalog.type(oid("small"))).contains(new PgType.Domain(23));
    assertThat(catalog.type(oid("moods"))).contains(new PgType.Range(oid("mood")));
    assertThat(catalog.type(oid("manymoods"))).contains(new PgType.Multirange(oid("mood")));
    assertThat(catalog.type(oid("nothing"))).contains(new PgType.Composite(List.of()));
    assertThat(catalog.type(oid("trio")))
        .contains(
            new PgType.Composite(
                List.of(
                    new PgType.Attribute("a", 23), new PgType.Attribute("B \"c", oid("mood")))));
  }

  @Test
  void takesTypesThatAreNotThereForText() {
    assertThat(catalog.type(-2)).contains(new PgType.Text());
  }

  @Test
  void namesThePrimaryKey() {
    database.execute(
        "CREATE TABLE t (a int, b int, c int UNIQUE, PRIMARY KEY (b, a))",
        "CREATE TABLE keyless (a int UNIQUE)");

    assertThat(catalog.primaryKey(relation("t")).orElseThrow()).containsExactlyInAnyOrder("a", "b");
    assertThat(catalog.primaryKey(relation("keyless"))).contains(List.of());
  }

  @Test
  void aNetworkThatHangsCostsOneTimeOut() {
    try (TcpProxy proxy = TcpProxy.before(database.server())) {
      JdbcCatalog impatient = new JdbcCatalog(source(proxy), TIMEOUT);
      proxy.freeze();

      assertCostsOneTimeOut(impatient);
    }
  }

  @Test
  void aLockedCatalogCostsOneTimeOut() throws SQLException {
    JdbcCatalog impatient = new JdbcCatalog(database.dataSource(), TIMEOUT);
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE pg_index");

      assertCostsOneTimeOut(impatient);
    }
  }

  private static void assertCostsOneTimeOut(JdbcCatalog catalog) {
    long start = System.nanoTime();
    for (int relation = 0; relation < 10_000; relation++) {
      assertThat(catalog.primaryKey(70_000 + relation)).isEmpty();
    }
    assertThat(System.nanoTime() - start).isLessThan(TIMEOUT.toNanos() * 5);
  }

  @Test
  void aServerThatWasAwayIsAskedAgain() {
    try (TcpProxy proxy = TcpProxy.before(database.server())) {
      JdbcCatalog catalog = new JdbcCatalog(source(proxy), TIMEOUT);
      proxy.freeze();
      assertThat(catalog.type(23)).isEmpty();
      proxy.cut();

      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> catalog.type(23).isPresent());
    }
  }

  private PGSimpleDataSource source(TcpProxy proxy) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(proxy.url(database));
    source.setUser(database.user());
    source.setPassword(database.password());
    return source;
  }

  private int oid(String type) {
    return Integer.parseInt(String.valueOf(database.query("SELECT '" + type + "'::regtype::oid")));
  }

  private int relation(String name) {
    return Integer.parseInt(String.valueOf(database.query("SELECT '" + name + "'::regclass::oid")));
  }
}
