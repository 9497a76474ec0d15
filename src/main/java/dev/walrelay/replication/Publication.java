package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.Kind.MISCONFIGURED;
import static dev.walrelay.replication.ReplicationException.misconfigured;

import dev.walrelay.replication.PublicationSettings.GeneratedColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The publication on the server: found, or created as configured. */
final class Publication {

  private static final String UNIQUE_VIOLATION = "23505";

  private final Session session;
  private final PublicationSettings settings;
  private final Server server;
  private final String username;
  private final PublicationWarnings warnings;

  Publication(
      Session session, SourceSettings settings, Server server, PublicationWarnings warnings) {
    this.session = session;
    this.warnings = warnings;
    this.settings = settings.publication();
    this.server = server;
    this.username = settings.username();
  }

  boolean exists() throws SQLException {
    return session.row("SELECT 1 FROM pg_publication WHERE pubname = ?", settings.name()) != null;
  }

  /** Says which of its tables will give trouble. */
  void check() throws SQLException {
    new Transaction(session).run(() -> check("Publication '%s'"));
  }

  /**
   * An answer that takes long is not waited for: it is a courtesy, and reading is not. Where it
   * ends, so does its time-out.
   */
  private void check(String subject) throws SQLException {
    session.execute("SAVEPOINT asked");
    session.execute("SET LOCAL statement_timeout = '5s'");
    warnings.check(session::rows, subject);
    session.execute("ROLLBACK TO SAVEPOINT asked");
  }

  /**
   * Creates it, having said which of its tables will give trouble as soon as it is there. Two
   * processes may do this at once: what the other one created is as good.
   */
  void create() throws SQLException {
    if (!settings.create()) {
      throw misconfigured(
          ("Publication '%s' does not exist, so no change would ever arrive, and "
                  + "walrelay.publication.create is false; run %s")
              .formatted(settings.name(), createCommand()));
    }
    requireGeneratedColumns();
    try {
      new Transaction(session)
          .run(
              () -> {
                session.execute(createCommand());
                check("Publication '%s', which is about to be created,");
              });
    } catch (SQLException e) {
      switch (ServerErrors.state(e)) {
        case ServerErrors.DUPLICATE_OBJECT, UNIQUE_VIOLATION -> {}
        case ServerErrors.INSUFFICIENT_PRIVILEGE -> throw notCreated(e, grants());
        case "42P01", "3F000" ->
            throw notCreated(e, "correct walrelay.publication.tables or create what is missing");
        case "25006" -> throw notCreated(e, whereToWrite() + createCommand());
        default -> throw e;
      }
    }
  }

  /** A session that is not on a standby may write, whatever the role's default is. */
  private String whereToWrite() {
    return server.standby()
        ? "run on the primary: "
        : "the server allows no writing now; when it does again, run: ";
  }

  private void requireGeneratedColumns() {
    if (settings.generatedColumns() == GeneratedColumns.STORED && !server.isAtLeast(18)) {
      throw misconfigured(
          ("PostgreSQL %s cannot publish generated columns; use version 18 or newer, or set "
                  + "walrelay.publication.generated-columns=none")
              .formatted(server.version()));
    }
  }

  private String createCommand() {
    return "CREATE PUBLICATION %s FOR %s%s"
        .formatted(Sql.identifier(settings.name()), tables(), options());
  }

  private String options() {
    List<String> options = new ArrayList<>();
    if (settings.generatedColumns() == GeneratedColumns.STORED) {
      options.add("publish_generated_columns = stored");
    }
    if (settings.viaPartitionRoot()) {
      options.add("publish_via_partition_root = true");
    }
    return options.isEmpty() ? "" : " WITH (" + String.join(", ", options) + ")";
  }

  private String tables() {
    if (settings.tables().isEmpty()) {
      return "ALL TABLES";
    }
    return settings.tables().stream()
        .map(Sql::qualifiedName)
        .collect(Collectors.joining(", ", "TABLE ", ""));
  }

  private ReplicationException notCreated(SQLException e, String remedy) {
    return new ReplicationException(
        MISCONFIGURED,
        "Publication '%s' cannot be created (%s); %s"
            .formatted(settings.name(), ServerErrors.text(e), remedy),
        e);
  }

  private String grants() {
    if (settings.tables().isEmpty()) {
      return "only a superuser may publish all tables: run %s as one, or list the tables in"
              .formatted(createCommand())
          + " walrelay.publication.tables";
    }
    return "role '%s' must own the tables and have the right CREATE on the database, or let one"
            .formatted(username)
        + " that does run "
        + createCommand();
  }

  /** A publication of no table at all is a mistake that would only show as silence. */
  void requireTables() throws SQLException {
    Row row =
        session.row(
            """
            SELECT p.puballtables
                OR EXISTS (SELECT FROM pg_publication_rel r WHERE r.prpubid = p.oid)
                OR EXISTS (SELECT FROM pg_publication_namespace n WHERE n.pnpubid = p.oid)
                AS published
            FROM pg_publication p WHERE p.pubname = ?
            """,
            settings.name());
    if (row != null && !row.is("published")) {
      throw misconfigured(
          ("Publication '%s' has no tables, so no change would ever arrive; run ALTER "
                  + "PUBLICATION %s ADD TABLE followed by their names")
              .formatted(settings.name(), Sql.identifier(settings.name())));
    }
  }
}
