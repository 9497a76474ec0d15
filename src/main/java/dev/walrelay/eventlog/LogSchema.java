package dev.walrelay.eventlog;

import java.util.Arrays;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

/** Brings the tables in the log's own file to the form that this version knows. */
final class LogSchema {

  private static final String MIGRATIONS = "classpath:db/eventlog";

  private LogSchema() {}

  static void migrate(SqliteFile file) {
    try {
      Flyway flyway =
          Flyway.configure()
              .dataSource(file.dataSource())
              .locations(MIGRATIONS)
              .javaMigrations(new ExplicitChecksums())
              .failOnMissingLocations(true)
              .load();
      newerVersion(flyway)
          .ifPresent(
              version -> {
                throw new EventLogException(
                    "The event log %s was written by a newer version of Walrelay (schema %s), which this one must not change: run that version, or set another walrelay.log.path."
                        .formatted(file.path(), version));
              });
      flyway.migrate();
    } catch (EventLogException e) {
      throw e;
    } catch (RuntimeException e) {
      // Flyway's own, or what it stumbles over in a damaged file.
      throw new EventLogException(
          "The file %s could not be set up as an event log, so it may be some other program's or damaged (%s): set another walrelay.log.path, restore the file from a copy, or move it away to begin a new log where the slot is."
              .formatted(file.path(), e.getMessage()),
          e);
    }
  }

  private static Optional<String> newerVersion(Flyway flyway) {
    return Arrays.stream(flyway.info().applied())
        .filter(
            migration ->
                migration.getState() == MigrationState.FUTURE_SUCCESS
                    || migration.getState() == MigrationState.FUTURE_FAILED)
        .map(MigrationInfo::getVersion)
        .map(String::valueOf)
        .findFirst();
  }
}
