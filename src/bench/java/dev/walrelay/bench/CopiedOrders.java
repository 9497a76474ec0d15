package dev.walrelay.bench;

import dev.walrelay.postgres.TestDatabase;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/** Orders that come in by COPY. */
final class CopiedOrders {

  private CopiedOrders() {}

  /** The rows numbered after one number up to another, in one transaction. */
  static void write(TestDatabase database, long after, long upTo) {
    try (Connection connection = database.connect()) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY orders FROM STDIN", new StringReader(rows(after, upTo)));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String rows(long after, long upTo) {
    StringBuilder rows = new StringBuilder();
    for (long n = after + 1; n <= upTo; n++) {
      rows.append(n).append('\t').append(n).append('\t').append(n * 7919 % 100_000);
      rows.append("\tnew\t").append(n * 137 % 1_000_000).append(".37\tcustomer says: \"");
      rows.append(Long.toHexString(n * 0x9E3779B97F4A7C15L)).append("\"\t2026-11-30 05:52:18Z\n");
    }
    return rows.toString();
  }
}
