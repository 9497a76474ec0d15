package dev.walrelay.pipeline;

import dev.walrelay.event.Catalog;
import dev.walrelay.event.PgType;
import dev.walrelay.pgoutput.ServerEncoding;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The source's catalog, over an ordinary connection. It can be ahead of the stream. While it can't
 * be asked, values of types that are not built in are written as text and rows under FULL identity
 * have no key, which is better than a stream that stops.
 */
public final class JdbcCatalog implements Catalog {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  /** An index names the columns that it merely includes behind those of its key. */
  private static final String PRIMARY_KEY =
      """
      SELECT pg_catalog.convert_to(a.attname, pg_catalog.getdatabaseencoding()) AS name,
             pg_catalog.getdatabaseencoding() AS encoding
        FROM pg_catalog.pg_index i
        JOIN pg_catalog.pg_attribute a
          ON a.attrelid = i.indrelid
         AND a.attnum = ANY ((CAST(i.indkey AS int2[]))[0 : i.indnkeyatts - 1])
       WHERE i.indisprimary AND i.indrelid = CAST(? AS pg_catalog.oid)
      """;

  /** A row of attributes each; the element is null where the type merely can be subscripted. */
  private static final String TYPE =
      """
      SELECT t.typtype, t.typname = 'hstore' AS hstore, t.typbasetype,
             e.oid AS element, e.typdelim, r.rngsubtype, a.atttypid,
             pg_catalog.convert_to(a.attname, pg_catalog.getdatabaseencoding()) AS name,
             pg_catalog.getdatabaseencoding() AS encoding
        FROM pg_catalog.pg_type t
        LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem AND e.typarray = t.oid
        LEFT JOIN pg_catalog.pg_range r ON t.oid IN (r.rngtypid, r.rngmultitypid)
        LEFT JOIN pg_catalog.pg_attribute a
               ON t.typtype = 'c' AND a.attrelid = t.typrelid AND a.attnum > 0
              AND NOT a.attisdropped
       WHERE t.oid = CAST(? AS pg_catalog.oid)
       ORDER BY a.attnum
      """;

  private final CatalogQueries queries;

  /** With the ordinary connections to the source database. */
  public JdbcCatalog(DataSource source) {
    this(source, TIMEOUT);
  }

  JdbcCatalog(DataSource source, Duration timeout) {
    this.queries = new CatalogQueries(source, timeout);
  }

  @Override
  public Optional<List<String>> primaryKey(int relationOid) {
    return queries.ask(PRIMARY_KEY, relationOid, JdbcCatalog::names);
  }

  @Override
  public Optional<PgType> type(int oid) {
    return queries.ask(TYPE, oid, rows -> rows.next() ? typeIn(rows) : new PgType.Text());
  }

  private static List<String> names(ResultSet rows) throws SQLException {
    List<String> names = new ArrayList<>();
    while (rows.next()) {
      String name = name(rows);
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }

  private static PgType typeIn(ResultSet rows) throws SQLException {
    return switch (rows.getString("typtype")) {
      case "b" -> base(rows);
      case "c" -> composite(rows);
      case "d" -> new PgType.Domain(oid(rows, "typbasetype"));
      case "r" -> new PgType.Range(oid(rows, "rngsubtype"));
      case "m" -> new PgType.Multirange(oid(rows, "rngsubtype"));
      default -> new PgType.Text();
    };
  }

  private static PgType base(ResultSet rows) throws SQLException {
    String delimiter = rows.getString("typdelim");
    if (delimiter != null) {
      return new PgType.Array(oid(rows, "element"), delimiter.charAt(0));
    }
    return rows.getBoolean("hstore") ? new PgType.Hstore() : new PgType.Text();
  }

  private static PgType composite(ResultSet rows) throws SQLException {
    List<PgType.Attribute> attributes = new ArrayList<>();
    do {
      String name = name(rows);
      if (name != null) {
        attributes.add(new PgType.Attribute(name, oid(rows, "atttypid")));
      }
    } while (rows.next());
    return new PgType.Composite(attributes);
  }

  /** Unconverted by the server, which can refuse to, and then read as in the stream. */
  private static @Nullable String name(ResultSet rows) throws SQLException {
    byte[] bytes = rows.getBytes("name");
    if (bytes == null) {
      return null;
    }
    ServerEncoding encoding = ServerEncoding.of(rows.getString("encoding"));
    return encoding == null ? new String(bytes, StandardCharsets.UTF_8) : encoding.text(bytes);
  }

  /** An oid is an unsigned number of 32 bits. */
  private static int oid(ResultSet rows, String column) throws SQLException {
    return (int) rows.getLong(column);
  }
}
