package dev.walrelay.pipeline;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database of its own for each test, and the events of all its tables. */
abstract class WithSlotEvents {

  TestDatabase database;
  SlotEvents events;

  @BeforeEach
  void openDatabase() throws SQLException {
    database = TestServer.shared(18).database();
    events = new SlotEvents(database.connect(), new JdbcCatalog(database.dataSource()));
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    events.close();
    database.close();
  }
}
