package dev.walrelay.eventlog;

import dev.walrelay.event.EventId;
import dev.walrelay.wal.Lsn;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

/**
 * The sixth step of the schema: checksums that were over texts, among them what a record prints of
 * itself, become {@link RowChecksum}s, and rows that had none get one. A row that is damaged gets
 * one that is wrong, so that whoever reads it learns of it as before.
 */
final class ExplicitChecksums implements JavaMigration {

  private static final List<Table> TABLES =
      List.of(
          new Table(
              "log_state",
              List.of("id"),
              List.of(
                  "last_id",
                  "flushed",
                  "floor_id",
                  "stored_bytes",
                  "system_identifier",
                  "coalesce(timeline, 0)",
                  "coalesce(epoch, 0)"),
              ExplicitChecksums::textOfState),
          new Table(
              "webhook_cursor",
              List.of("subscription"),
              List.of("position", "head", "finished", "failing"),
              ExplicitChecksums::textOfColumns),
          new Table(
              "webhook_plan",
              List.of("subscription", "first"),
              List.of("first", "deliveries"),
              ExplicitChecksums::textOfColumns));

  /** What the old checksum of a row was over. */
  @FunctionalInterface
  private interface OldForm {

    byte[] of(@Nullable Object[] columns);
  }

  private record Table(String name, List<String> key, List<String> columns, OldForm oldForm) {

    String select() {
      List<String> all = new ArrayList<>(columns);
      all.addAll(key);
      return "SELECT %s, checksum FROM %s".formatted(String.join(", ", all), name);
    }

    String update() {
      return "UPDATE %s SET checksum = ? WHERE %s = ?"
          .formatted(name, String.join(" = ? AND ", key));
    }
  }

  private record Row(List<Long> key, int checksum) {}

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion("6");
  }

  @Override
  public String getDescription() {
    return "explicit checksums";
  }

  @Override
  public @Nullable Integer getChecksum() {
    return null;
  }

  @Override
  public boolean canExecuteInTransaction() {
    return true;
  }

  @Override
  public void migrate(Context context) throws SQLException {
    for (Table table : TABLES) {
      rewrite(context.getConnection(), table);
    }
  }

  private static void rewrite(Connection connection, Table table) throws SQLException {
    List<Row> rows = rows(connection, table);
    try (PreparedStatement update = connection.prepareStatement(table.update())) {
      for (Row row : rows) {
        update.setInt(1, row.checksum);
        for (int i = 0; i < row.key.size(); i++) {
          update.setLong(i + 2, row.key.get(i));
        }
        update.executeUpdate();
      }
    }
  }

  private static List<Row> rows(Connection connection, Table table) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(table.select());
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        rows.add(row(row, table));
      }
    }
    return rows;
  }

  private static Row row(ResultSet row, Table table) throws SQLException {
    @Nullable Object[] columns = new Object[table.columns.size()];
    int next = 1;
    for (int i = 0; i < columns.length; i++) {
      columns[i] = row.getObject(next++);
    }
    List<Long> key = new ArrayList<>();
    for (int i = 0; i < table.key.size(); i++) {
      key.add(row.getLong(next++));
    }
    int old = row.getInt(next);
    return new Row(key, checksum(columns, row.wasNull() ? null : old, table.oldForm));
  }

  private static int checksum(@Nullable Object[] columns, @Nullable Integer old, OldForm oldForm) {
    try {
      int checksum = RowChecksum.of(columns);
      return old == null || old == crc(oldForm.of(columns)) ? checksum : ~checksum;
    } catch (RuntimeException e) {
      // The columns do not even have the form of theirs, which nobody needs a checksum to see.
      return 0;
    }
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** What a record of that time printed of itself. */
  private static byte[] textOfState(@Nullable Object[] columns) {
    String source =
        columns[4] == null
            ? "Optional.empty"
            : "Optional[SourceIdentity[systemIdentifier=%s, timeline=%s, epoch=%s]]"
                .formatted(columns[4], columns[5], columns[6]);
    return "LogState[position=LogPosition[lastId=%s, flushed=%s], floor=%s, storedBytes=%s, source=%s]"
        .formatted(id(columns[0]), new Lsn(number(columns[1])), id(columns[2]), columns[3], source)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static EventId id(@Nullable Object column) {
    return IdBytes.read((byte[]) Objects.requireNonNull(column));
  }

  private static long number(@Nullable Object column) {
    return ((Number) Objects.requireNonNull(column)).longValue();
  }

  private static byte[] textOfColumns(@Nullable Object[] columns) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object column : columns) {
      out.writeBytes(
          column instanceof byte[] bytes
              ? bytes
              : String.valueOf(column).getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }
}
