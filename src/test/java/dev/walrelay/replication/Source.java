package dev.walrelay.replication;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.replication.SlotSettings.OnLoss;
import dev.walrelay.wal.Lsn;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A source on a test database, with the usual settings and a slot named after the database, to be
 * varied by each test.
 */
record Source(SourceSettings settings, Duration silence) {

  static Source of(TestDatabase database) {
    return new Source(
        new SourceSettings(
            database.url(),
            database.user(),
            database.password(),
            new SlotSettings(database.name() + "_slot", true, true, false, OnLoss.FAIL),
            new PublicationSettings(
                "walrelay", true, List.of(), GeneratedColumns.NONE, false, Origin.ANY)),
        ReplicationSource.SILENCE);
  }

  Source url(String url) {
    return login(url, settings.username(), settings.password());
  }

  Source role(String username, String password) {
    return login(settings.jdbcUrl(), username, password);
  }

  private Source login(String url, String username, String password) {
    return new Source(
        new SourceSettings(url, username, password, settings.slot(), settings.publication()),
        silence);
  }

  Source slot(SlotSettings slot) {
    return new Source(
        new SourceSettings(
            settings.jdbcUrl(),
            settings.username(),
            settings.password(),
            slot,
            settings.publication()),
        silence);
  }

  Source slotName(String name) {
    return slot(new SlotSettings(name, true, true, false, OnLoss.FAIL));
  }

  Source onLoss(OnLoss onLoss) {
    return slot(new SlotSettings(settings.slot().name(), true, true, false, onLoss));
  }

  Source publication(PublicationSettings publication) {
    return new Source(
        new SourceSettings(
            settings.jdbcUrl(),
            settings.username(),
            settings.password(),
            settings.slot(),
            publication),
        silence);
  }

  Source tables(String... tables) {
    return publication(
        new PublicationSettings(
            "walrelay", true, List.of(tables), GeneratedColumns.NONE, false, Origin.ANY));
  }

  Source viaPartitionRoot() {
    return publication(
        new PublicationSettings(
            "walrelay", true, List.of(), GeneratedColumns.NONE, true, Origin.ANY));
  }

  Source silence(Duration limit) {
    return new Source(settings, limit);
  }

  ReplicationSource source() {
    return new ReplicationSource(settings, silence);
  }

  /** The same, with what it warns of for the test. */
  ReplicationSource source(Consumer<String> warned) {
    return new ReplicationSource(settings, silence, warned);
  }

  /** As one who has stored changes of this very history up to that position. */
  Prepared prepare(@Nullable Lsn stored) {
    return source().prepare(stored == null ? null : history(stored), null);
  }

  private StoredHistory history(Lsn stored) {
    try (Connection connection =
            DriverManager.getConnection(
                settings.jdbcUrl(), settings.username(), settings.password());
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT system_identifier, timeline_id"
                    + " FROM pg_control_system(), pg_control_checkpoint()")) {
      row.next();
      return new StoredHistory(stored, row.getString(1), row.getInt(2), 18);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  ReplicationConnection start(Prepared prepared) {
    return source().start(prepared, Lsn.ZERO);
  }

  /** Prepared for the first time, and reading. */
  ReplicationConnection read() {
    return start(prepare(null));
  }
}
