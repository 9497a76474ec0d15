package dev.walrelay.replication;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Published tables whose own application will get errors: PostgreSQL refuses an UPDATE or DELETE
 * that it could not publish. It is better said at start than found out by the application.
 */
final class PublicationWarnings {

  private static final int NAMED = 20;

  /** The tables that carry the rows: of a partitioned table its leaves. */
  private static final String PUBLISHED =
      """
      WITH published AS (
        SELECT DISTINCT leaf.oid, leaf.relreplident, t.attnames
        FROM pg_publication p
        JOIN pg_publication_tables t ON t.pubname = p.pubname
        JOIN pg_namespace n ON n.nspname = t.schemaname
        JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.tablename
        CROSS JOIN LATERAL (
          SELECT c.oid WHERE c.relkind <> 'p'
          UNION ALL
          SELECT tree.relid FROM pg_partition_tree(c.oid) tree WHERE c.relkind = 'p' AND tree.isleaf
        ) AS of_table (oid)
        JOIN pg_class leaf ON leaf.oid = of_table.oid
        WHERE p.pubname = ? AND (p.pubupdate OR p.pubdelete))
      """;

  private static final String WITHOUT_IDENTITY =
      PUBLISHED
          + """
          SELECT DISTINCT oid::regclass::text AS name FROM published
          WHERE relreplident = 'n'
             OR relreplident = 'd' AND NOT EXISTS (
                  SELECT FROM pg_index WHERE indrelid = published.oid AND indisprimary)
             OR relreplident = 'i' AND NOT EXISTS (
                  SELECT FROM pg_index WHERE indrelid = published.oid AND indisreplident)
          ORDER BY name
          """;

  private static final String WITH_UNPUBLISHED_COLUMNS =
      PUBLISHED
          + """
          SELECT DISTINCT oid::regclass::text AS name FROM published
          JOIN pg_attribute a ON a.attrelid = oid
          WHERE relreplident = 'f' AND a.attgenerated = 's' AND NOT a.attisdropped
            AND a.attname <> ALL (attnames)
          ORDER BY name
          """;

  private final Session session;
  private final String publication;

  PublicationWarnings(Session session, String publication) {
    this.session = session;
    this.publication = publication;
  }

  List<String> find(Server server) throws SQLException {
    List<String> warnings = new ArrayList<>();
    List<Row> withoutIdentity = session.rows(WITHOUT_IDENTITY, publication);
    if (!withoutIdentity.isEmpty()) {
      warnings.add(
          ("Publication '%s' makes every UPDATE and DELETE fail on these tables, which "
                  + "have no replica identity: %s; give each a primary key or run ALTER TABLE … "
                  + "REPLICA IDENTITY FULL")
              .formatted(publication, names(withoutIdentity)));
    }
    if (server.isAtLeast(18)) {
      List<Row> unpublished = session.rows(WITH_UNPUBLISHED_COLUMNS, publication);
      if (!unpublished.isEmpty()) {
        warnings.add(
            ("Publication '%s' makes every UPDATE and DELETE fail on these tables, whose "
                    + "replica identity FULL includes stored generated columns that are not "
                    + "published: %s; run ALTER PUBLICATION %s SET (publish_generated_columns = "
                    + "stored) or give them another replica identity")
                .formatted(publication, names(unpublished), Sql.identifier(publication)));
      }
    }
    return warnings;
  }

  private static String names(List<Row> tables) {
    List<String> names = tables.stream().limit(NAMED).map(row -> row.get("name")).toList();
    String more = tables.size() > NAMED ? " and %d more".formatted(tables.size() - NAMED) : "";
    return String.join(", ", names) + more;
  }
}
