package dev.walrelay.replication;

import dev.walrelay.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables of every kind that a publication does something to, and those that look like them. */
final class AwkwardTables {

  private static final Pattern FORETOLD =
      Pattern.compile("makes every (.*) fail on these tables, .*?: (.*?);");

  private static final String TABLES =
      """
      CREATE TABLE keyed (id int PRIMARY KEY, a int);
      CREATE TABLE bare (id int, a int);
      CREATE TABLE full_rows (id int, a int);
      ALTER TABLE full_rows REPLICA IDENTITY FULL;
      CREATE TABLE nothing (id int PRIMARY KEY, a int);
      ALTER TABLE nothing REPLICA IDENTITY NOTHING;
      CREATE SCHEMA "My ""Schema""\";
      CREATE TABLE "My ""Schema""\"."T.x" (id int, a int);
      CREATE TABLE deferrable_key (id int PRIMARY KEY DEFERRABLE, a int);
      CREATE TABLE deferrable_full (id int PRIMARY KEY DEFERRABLE, a int);
      ALTER TABLE deferrable_full REPLICA IDENTITY FULL;
      CREATE TABLE deferrable_other (id int PRIMARY KEY DEFERRABLE, a int NOT NULL UNIQUE);
      ALTER TABLE deferrable_other REPLICA IDENTITY USING INDEX deferrable_other_a_key;
      CREATE TABLE lost_index (id int PRIMARY KEY, a int NOT NULL);
      CREATE UNIQUE INDEX lost ON lost_index (a);
      ALTER TABLE lost_index REPLICA IDENTITY USING INDEX lost;
      DROP INDEX lost;
      CREATE UNLOGGED TABLE unlogged (id int, a int);

      CREATE TABLE filtered_key (id int PRIMARY KEY, a int);
      CREATE TABLE filtered (id int PRIMARY KEY, a int);
      CREATE TABLE filtered_full (id int PRIMARY KEY, a int);
      ALTER TABLE filtered_full REPLICA IDENTITY FULL;
      CREATE TABLE filtered_bare (id int, a int);
      CREATE TABLE filtered_include (id int, a int, PRIMARY KEY (id) INCLUDE (a));
      CREATE TABLE filtered_text (id text PRIMARY KEY, a int);
      CREATE TABLE listed_key (id int PRIMARY KEY, a int);
      CREATE TABLE listed (id int PRIMARY KEY, a int);
      CREATE TABLE listed_full (id int PRIMARY KEY, a int);
      ALTER TABLE listed_full REPLICA IDENTITY FULL;
      CREATE TABLE listed_bare (id int, a int);
      CREATE TABLE listed_include (id int, a int, PRIMARY KEY (id) INCLUDE (a));
      CREATE TABLE listed_filtered (id int PRIMARY KEY, a int);

      CREATE TABLE stored_full (id int, a int, g int GENERATED ALWAYS AS (id * 2) STORED);
      ALTER TABLE stored_full REPLICA IDENTITY FULL;
      CREATE TABLE stored_key (id int, a int,
        g int GENERATED ALWAYS AS (id * 2) STORED PRIMARY KEY);
      CREATE TABLE stored_beside (id int PRIMARY KEY, a int,
        g int GENERATED ALWAYS AS (id * 2) STORED);

      CREATE TABLE mixed (id int, a int) PARTITION BY LIST (id);
      CREATE TABLE mixed_bare PARTITION OF mixed FOR VALUES IN (1);
      CREATE TABLE mixed_full PARTITION OF mixed FOR VALUES IN (2);
      ALTER TABLE mixed_full REPLICA IDENTITY FULL;
      CREATE TABLE mixed_keyed PARTITION OF mixed (PRIMARY KEY (id)) FOR VALUES IN (3);
      CREATE UNLOGGED TABLE mixed_unlogged PARTITION OF mixed FOR VALUES IN (4);
      CREATE EXTENSION postgres_fdw;
      CREATE SERVER elsewhere FOREIGN DATA WRAPPER postgres_fdw;
      CREATE FOREIGN TABLE mixed_foreign PARTITION OF mixed FOR VALUES IN (5) SERVER elsewhere;
      CREATE FOREIGN TABLE foreign_alone (id int, a int) SERVER elsewhere;

      CREATE TABLE whole_root (id int PRIMARY KEY, a int) PARTITION BY LIST (id);
      ALTER TABLE whole_root REPLICA IDENTITY FULL;
      CREATE TABLE whole_default PARTITION OF whole_root FOR VALUES IN (1);
      CREATE TABLE whole_too PARTITION OF whole_root FOR VALUES IN (2);
      ALTER TABLE whole_too REPLICA IDENTITY FULL;
      CREATE TABLE whole_middle PARTITION OF whole_root FOR VALUES IN (3) PARTITION BY LIST (id);
      CREATE TABLE whole_deep PARTITION OF whole_middle FOR VALUES IN (3);

      CREATE TABLE unlike_root (id int PRIMARY KEY, a int) PARTITION BY LIST (id);
      CREATE TABLE unlike_same PARTITION OF unlike_root FOR VALUES IN (1);
      CREATE TABLE unlike_full PARTITION OF unlike_root FOR VALUES IN (2);
      ALTER TABLE unlike_full REPLICA IDENTITY FULL;
      CREATE TABLE unlike_index PARTITION OF unlike_root FOR VALUES IN (3);
      ALTER TABLE unlike_index ALTER a SET NOT NULL;
      CREATE UNIQUE INDEX unlike_index_a ON unlike_index (a);
      ALTER TABLE unlike_index REPLICA IDENTITY USING INDEX unlike_index_a;

      CREATE TABLE other_order (gone int, id int PRIMARY KEY, a int) PARTITION BY LIST (id);
      ALTER TABLE other_order DROP COLUMN gone;
      CREATE TABLE other_order_leaf (a int, id int NOT NULL);
      ALTER TABLE other_order ATTACH PARTITION other_order_leaf FOR VALUES IN (1);
      CREATE TABLE other_filter (gone int, id int PRIMARY KEY, a int) PARTITION BY LIST (id);
      ALTER TABLE other_filter DROP COLUMN gone;
      CREATE TABLE other_filter_leaf (a int, id int NOT NULL);
      ALTER TABLE other_filter ATTACH PARTITION other_filter_leaf FOR VALUES IN (1);
      """;

  private static final String SINCE_18 =
      """
      CREATE TABLE virtual_full (id int, a int, g int GENERATED ALWAYS AS (id * 2) VIRTUAL);
      ALTER TABLE virtual_full REPLICA IDENTITY FULL;
      CREATE TABLE virtual_beside (id int PRIMARY KEY, a int,
        g int GENERATED ALWAYS AS (id * 2) VIRTUAL);
      CREATE TABLE virtual_root (id int, a int, g int GENERATED ALWAYS AS (id * 2) VIRTUAL)
        PARTITION BY LIST (id);
      CREATE TABLE virtual_leaf PARTITION OF virtual_root FOR VALUES IN (1);
      ALTER TABLE virtual_leaf REPLICA IDENTITY FULL;
      """;

  private static final String SELECTED =
      """
      TABLE filtered_key WHERE (id > 1), filtered WHERE (a > 1), filtered_full WHERE (a > 1),
      filtered_bare WHERE (a > 1), filtered_include WHERE (a > 1),
      filtered_text WHERE (id > ' :varattno 2 '), listed_key (id), listed (a), listed_full (id, a),
      listed_bare (a), listed_include (id), listed_filtered (id) WHERE (a > 1),
      """;

  private AwkwardTables() {}

  static String[] ddl(int version) {
    return (version >= 18 ? TABLES + SINCE_18 : TABLES).split(";\n");
  }

  /** What may follow CREATE PUBLICATION … FOR, and makes some of the tables fail. */
  static List<String> publications(int version) {
    List<String> publications = new ArrayList<>();
    publications.add("ALL TABLES");
    publications.add("ALL TABLES WITH (publish_via_partition_root = true)");
    publications.add("ALL TABLES WITH (publish = 'insert, delete')");
    publications.add("ALL TABLES WITH (publish = 'insert, truncate')");
    publications.add("TABLES IN SCHEMA public, TABLE \"My \"\"Schema\"\"\".\"T.x\"");
    publications.add(
        SELECTED
            + "other_order, other_order_leaf (a), other_filter, other_filter_leaf WHERE (a > 1)");
    String byRoot = SELECTED + "other_order (a), other_filter WHERE (a > 1) WITH (%s)";
    publications.add(byRoot.formatted("publish_via_partition_root = true"));
    publications.add(
        byRoot.formatted("publish_via_partition_root = true, publish = 'insert, update'"));
    if (version >= 18) {
      publications.add("ALL TABLES WITH (publish_generated_columns = stored)");
      publications.add(
          "TABLE stored_full (id, a), stored_key (g), stored_beside (id), virtual_root");
      publications.add("TABLE stored_full (id, a, g), stored_key (id), stored_beside (id, g)");
    }
    return publications;
  }

  /** Which operations fail on which tables, by trying. */
  static Set<String> failures(TestDatabase database) throws SQLException {
    Set<String> failures = new TreeSet<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String table : tables(statement)) {
        attempt(connection, "UPDATE %s SET a = 1", table, failures);
        attempt(connection, "DELETE FROM %s", table, failures);
      }
      connection.rollback();
    }
    return failures;
  }

  private static List<String> tables(Statement statement) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT format('%I.%I', nspname, relname) FROM pg_class c"
                + " JOIN pg_namespace n ON n.oid = relnamespace"
                + " WHERE relkind = 'r' AND c.oid >= 16384")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  private static void attempt(Connection connection, String sql, String table, Set<String> failures)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql.formatted(table));
    } catch (SQLException e) {
      failures.add(sql.substring(0, 6) + " of " + table);
    }
    connection.rollback(before);
  }

  /** The same as warnings say it. */
  static Set<String> failuresForetold(List<String> warnings) {
    Set<String> failures = new TreeSet<>();
    for (String warning : warnings) {
      Matcher foretold = FORETOLD.matcher(warning);
      if (foretold.find()) {
        for (String table : foretold.group(2).split(", ", -1)) {
          for (String operation : foretold.group(1).split(" and ", -1)) {
            failures.add(operation + " of " + table);
          }
        }
      }
    }
    return failures;
  }
}
