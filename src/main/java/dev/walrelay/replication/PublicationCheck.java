package dev.walrelay.replication;

import dev.walrelay.replication.PublicationProblem.Kind;
import java.sql.SQLException;
import java.util.List;

/**
 * Finds published tables whose own application gets errors, since PostgreSQL refuses an UPDATE or
 * DELETE that it could not publish, and those whose changes don't arrive as one would think.
 *
 * <p>It asks what the server asks itself before an UPDATE, for all tables at once.
 */
final class PublicationCheck {

  /**
   * Each table that carries rows is looked at with the relation that the publication sends it as:
   * its topmost published ancestor or itself. Its column list and row filter are that relation's,
   * its replica identity is its own. What a row filter needs is only found in the expression
   * itself: what the catalog says of its dependencies is mixed with the column list's.
   */
  private static final String QUERY =
      """
      WITH publication AS (
        SELECT oid, puballtables, pubviaroot, pubupdate OR pubdelete AS rewrites,
               to_jsonb(p) ->> 'pubgencols' AS generated_columns,
               concat_ws(' and ', CASE WHEN pubupdate THEN 'UPDATE' END,
                         CASE WHEN pubdelete THEN 'DELETE' END) AS operations
        FROM pg_publication p WHERE pubname = ?),
      carrier AS (
        SELECT oid FROM pg_class
        WHERE relkind IN ('r', 'f') AND relpersistence <> 't' AND oid >= 16384),
      line AS (
        SELECT oid, oid AS member, 1 AS height FROM carrier
        UNION ALL
        SELECT c.oid, a.relid, a.height
        FROM carrier c, pg_partition_ancestors(c.oid) WITH ORDINALITY AS a (relid, height)
        WHERE a.relid <> c.oid),
      published AS (
        SELECT DISTINCT ON (line.oid) line.oid, line.member AS top,
               CASE WHEN p.pubviaroot THEN line.member ELSE line.oid END AS sent_as
        FROM publication p, line JOIN pg_class m ON m.oid = line.member
        WHERE p.puballtables
           OR EXISTS (SELECT FROM pg_publication_rel r
                      WHERE r.prpubid = p.oid AND r.prrelid = m.oid)
           OR EXISTS (SELECT FROM pg_publication_namespace s
                      WHERE s.pnpubid = p.oid AND s.pnnspid = m.relnamespace)
        ORDER BY line.oid, line.height DESC),
      identity AS (
        SELECT c.oid, c.relreplident = 'f' AS whole, c.relreplident = 'd' AS by_default,
               (SELECT array_agg(a.attname ORDER BY a.attname)
                FROM pg_index i
                CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
                WHERE i.indrelid = c.oid AND i.indisvalid AND i.indimmediate
                  AND k.place <= i.indnkeyatts
                  AND CASE c.relreplident WHEN 'd' THEN i.indisprimary
                                          WHEN 'i' THEN i.indisreplident END) AS columns
        FROM pg_class c
        WHERE c.oid IN (SELECT oid FROM published UNION SELECT top FROM published)),
      sent AS (
        SELECT t.oid, t.top, t.sent_as, own.whole, own.by_default, own.columns,
               r.prattrs, r.prqual, p.generated_columns
        FROM publication p
        CROSS JOIN published t
        JOIN pg_class c ON c.oid = t.oid
        JOIN identity own ON own.oid = t.oid
        LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = t.sent_as
        WHERE p.rewrites AND c.relkind = 'r' AND c.relpersistence = 'p'),
      problem AS (
        SELECT CASE WHEN by_default AND EXISTS (
                      SELECT FROM pg_index
                      WHERE indrelid = oid AND indisprimary AND NOT indimmediate)
                    THEN 'DEFERRABLE_KEY' ELSE 'NO_IDENTITY' END AS kind, oid
        FROM sent WHERE NOT whole AND columns IS NULL
        UNION ALL
        SELECT 'ROW_FILTER', oid FROM sent
        WHERE NOT whole AND columns IS NOT NULL AND EXISTS (
          SELECT FROM regexp_matches(prqual::text, ':varattno (-?[0-9]+)', 'g') AS used (attnum)
          LEFT JOIN pg_attribute a ON a.attrelid = sent_as AND a.attnum = used.attnum[1]::int
          WHERE a.attname = ANY (columns) IS NOT TRUE)
        UNION ALL
        SELECT CASE WHEN whole THEN 'COLUMN_LIST_WITH_FULL' ELSE 'COLUMN_LIST' END, oid FROM sent
        WHERE prattrs IS NOT NULL AND (whole OR NOT columns <@ (
          SELECT array_agg(attname) FROM pg_attribute
          WHERE attrelid = sent_as AND attnum = ANY (prattrs)))
        UNION ALL
        SELECT DISTINCT
          CASE a.attgenerated WHEN 's' THEN 'STORED_COLUMN' ELSE 'VIRTUAL_COLUMN' END, oid
        FROM sent JOIN pg_attribute a ON a.attrelid = oid AND NOT a.attisdropped
        WHERE (a.attgenerated = 'v' OR a.attgenerated = 's' AND generated_columns = 'n')
          AND (whole OR prattrs IS NULL AND a.attname = ANY (columns))
        UNION ALL
        SELECT CASE WHEN root.whole THEN 'LESS_THAN_ROOT' ELSE 'UNLIKE_ROOT' END, sent.oid
        FROM sent JOIN identity root ON root.oid = top
        WHERE top <> sent.oid
          AND CASE WHEN root.whole THEN sent.columns IS NOT NULL
                   ELSE top = sent_as AND (sent.whole OR sent.columns <> root.columns
                                           OR sent.columns IS NOT NULL AND root.columns IS NULL)
              END
        UNION ALL
        SELECT CASE c.relkind WHEN 'f' THEN 'FOREIGN' ELSE 'UNLOGGED' END, c.oid
        FROM published JOIN pg_class c USING (oid)
        WHERE c.relpersistence = 'u' OR c.relkind = 'f' AND top <> c.oid)
      SELECT kind, format('%I.%I', n.nspname, c.relname) AS name, operations
      FROM problem JOIN pg_class c USING (oid) JOIN pg_namespace n ON n.oid = c.relnamespace,
           publication
      ORDER BY kind, name
      """;

  /** Something that answers queries. */
  interface Queries {

    List<Row> rows(String sql, String... parameters) throws SQLException;
  }

  private PublicationCheck() {}

  static List<PublicationProblem> run(Queries queries, String publication) throws SQLException {
    return queries.rows(QUERY, publication).stream().map(PublicationCheck::problem).toList();
  }

  private static PublicationProblem problem(Row row) {
    return new PublicationProblem(
        Kind.valueOf(row.get("kind")), row.get("name"), row.get("operations"));
  }
}
