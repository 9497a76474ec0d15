package dev.walrelay.replication;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/**
 * The driver's own replication stream with the options that the service gives, and nothing behind
 * it: what everything else is compared with.
 */
public final class PlainReader implements AutoCloseable {

  private final Connection connection;
  private final PGReplicationStream stream;
  private final Gulp gulp = new Gulp(System.nanoTime());

  private PlainReader(Connection connection, PGReplicationStream stream) {
    this.connection = connection;
    this.stream = stream;
  }

  /** Starts to stream. */
  public static PlainReader start(
      String url, String user, String password, String slot, String publication)
      throws SQLException {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, user);
    PGProperty.PASSWORD.set(properties, password);
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "15");
    Connection connection = DriverManager.getConnection(url, properties);
    PGReplicationStream stream =
        connection
            .unwrap(PGConnection.class)
            .getReplicationAPI()
            .replicationStream()
            .logical()
            .withSlotName(slot)
            .withSlotOption("proto_version", "4")
            .withSlotOption("streaming", "on")
            .withSlotOption("publication_names", publication)
            .withSlotOption("messages", "true")
            .withStatusInterval(1, TimeUnit.SECONDS)
            .withAutomaticFlush(false)
            .start();
    return new PlainReader(connection, stream);
  }

  /** The next message, read at once. */
  public ByteBuffer read() throws SQLException {
    return stream.read();
  }

  /** The next message, read in the gulps of {@link ReplicationConnection}. */
  public ByteBuffer gulp() throws SQLException {
    gulp.enter(System.nanoTime());
    ByteBuffer message = stream.readPending();
    while (message == null) {
      gulp.empty(System.nanoTime());
      message = stream.readPending();
    }
    long pause = gulp.message(message.remaining(), System.nanoTime());
    if (pause > 0) {
      LockSupport.parkNanos(pause);
    }
    return message;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
