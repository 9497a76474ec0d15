package dev.walrelay.replication;

import java.sql.SQLException;

/** Several statements of a session that take effect together or not at all. */
record Transaction(Session session) {

  /** What is done in it. */
  interface Statements {

    void run() throws SQLException;
  }

  void run(Statements statements) throws SQLException {
    session.execute("BEGIN");
    try {
      statements.run();
      session.execute("COMMIT");
    } catch (SQLException | RuntimeException e) {
      try {
        session.execute("ROLLBACK");
      } catch (SQLException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }
}
