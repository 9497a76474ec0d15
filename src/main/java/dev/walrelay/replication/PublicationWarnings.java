package dev.walrelay.replication;

import dev.walrelay.replication.PublicationProblem.Kind;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Says what is wrong with published tables. It is better said before than found out by the
 * application, but only once: again when it was gone and came back.
 */
final class PublicationWarnings {

  private static final int NAMED = 20;

  private final String publication;
  private final Consumer<String> warned;
  private Set<PublicationProblem> known = Set.of();
  private boolean unchecked;
  private boolean conversionTold;

  PublicationWarnings(String publication, Consumer<String> warned) {
    this.publication = publication;
    this.warned = warned;
  }

  /**
   * Looks at all tables, and warns of what is new. Where that does not succeed, it says so: nothing
   * that depends on it should have to wait.
   *
   * @param subject of the sentences, with a place for the publication's name
   * @throws SQLException if the connection is broken
   */
  void check(PublicationCheck.Queries queries, String subject) throws SQLException {
    String who = subject.formatted(publication);
    try {
      found(who, PublicationCheck.run(queries, publication));
    } catch (SQLException e) {
      String state = ServerErrors.state(e);
      if (state.startsWith("08") || state.startsWith("57P")) {
        throw e;
      }
      notFound(who, e);
    }
  }

  /** Says that the publication's name has a cost in a database that is not in UTF-8. */
  synchronized void needsConversion() {
    if (!conversionTold) {
      warned.accept(
          ("The name of publication '%s' is not ASCII, so that the server has to convert all text from"
                  + " the database's encoding, and a value that it can't convert will stop the stream;"
                  + " better use a publication with an ASCII name")
              .formatted(publication));
    }
    conversionTold = true;
  }

  private synchronized void found(String who, List<PublicationProblem> problems) {
    for (Kind kind : Kind.values()) {
      List<PublicationProblem> fresh =
          problems.stream()
              .filter(problem -> problem.kind() == kind && !known.contains(problem))
              .toList();
      if (!fresh.isEmpty()) {
        String operations = fresh.getFirst().operations();
        warned.accept(who + " " + kind.sentence(publication, operations, names(fresh)));
      }
    }
    known = Set.copyOf(problems);
    unchecked = false;
  }

  private synchronized void notFound(String who, SQLException e) {
    if (!unchecked) {
      warned.accept(
          ("%s may have tables whose UPDATE and DELETE fail, which could not be found out (%s)"
                  + "; see that each has a primary key or a REPLICA IDENTITY")
              .formatted(who, ServerErrors.text(e)));
    }
    unchecked = true;
  }

  private static String names(List<PublicationProblem> problems) {
    String names =
        String.join(", ", problems.stream().limit(NAMED).map(PublicationProblem::table).toList());
    return problems.size() > NAMED
        ? names + " and %d more".formatted(problems.size() - NAMED)
        : names;
  }
}
