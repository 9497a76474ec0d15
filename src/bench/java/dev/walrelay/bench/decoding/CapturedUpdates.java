package dev.walrelay.bench.decoding;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.wal.Lsn;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of {@link #COUNT} updates of rows of six columns, in transactions of a hundred, as a
 * server sends them.
 */
final class CapturedUpdates {

  static final int COUNT = 10_000;
  private static final int ROWS_IN_TRANSACTION = 100;

  private static final String[] TABLE = {
    """
    CREATE TABLE orders (
      id bigint PRIMARY KEY, customer int, status text, total numeric(12, 2),
      note text, changed timestamptz)
    """,
    """
    INSERT INTO orders
      SELECT n, mod(n * 7919, 100000), 'new', n * 1.37, 'customer says: "' || md5(n::text) || '"', now()
        FROM generate_series(1, %d) AS n
    """
        .formatted(COUNT),
    "CREATE PUBLICATION bench FOR TABLE orders",
    "SELECT pg_create_logical_replication_slot('bench', 'pgoutput')",
    """
    DO $$ BEGIN
      FOR i IN 0 .. %1$d LOOP
        UPDATE orders SET status = 'paid', changed = clock_timestamp()
         WHERE id > i * %2$d AND id <= (i + 1) * %2$d;
        COMMIT;
      END LOOP;
    END $$
    """
        .formatted(COUNT / ROWS_IN_TRANSACTION - 1, ROWS_IN_TRANSACTION)
  };

  private static final String CHANGES =
      """
      SELECT lsn, data FROM pg_logical_slot_get_binary_changes(
        'bench', NULL, NULL, 'proto_version', '1', 'publication_names', 'bench')
      """;

  private final List<byte[]> messages = new ArrayList<>();
  private final List<ByteBuffer> buffers = new ArrayList<>();
  private final List<Lsn> positions = new ArrayList<>();
  private long size;

  /** Has them sent by a server of its own. */
  CapturedUpdates() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      database.execute(TABLE);
      read(database);
    }
  }

  private void read(TestDatabase database) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET timezone = 'UTC'");
      try (ResultSet rows = statement.executeQuery(CHANGES)) {
        while (rows.next()) {
          positions.add(Lsn.parse(rows.getString(1)));
          byte[] message = rows.getBytes(2);
          messages.add(message);
          buffers.add(ByteBuffer.wrap(message));
          size += message.length;
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  List<byte[]> messages() {
    return messages;
  }

  List<ByteBuffer> buffers() {
    return buffers;
  }

  List<Lsn> positions() {
    return positions;
  }

  /** Bytes of all messages. */
  long size() {
    return size;
  }
}
