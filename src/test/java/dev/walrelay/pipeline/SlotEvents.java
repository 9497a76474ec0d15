package dev.walrelay.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.walrelay.event.Catalog;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventEncoder;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.pgoutput.PgOutputDecoder;
import dev.walrelay.transaction.Change;
import dev.walrelay.transaction.SpillDirectory;
import dev.walrelay.transaction.TransactionAssembler;
import dev.walrelay.wal.Lsn;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The events of a database, by way of decoder, assembler and encoder, from a slot that is read over
 * an ordinary connection: all but the pipeline around them. To the encoder all reads are of one
 * connection, until {@link #reconnect}.
 */
final class SlotEvents implements AutoCloseable {

  /** Numbers are read with every digit. */
  static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  private static final String SETTINGS =
      """
      SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC';
      SET extra_float_digits = 3; SET bytea_output = 'hex';
      """;

  private static final String CHANGES =
      """
      SELECT lsn, data FROM pg_logical_slot_get_binary_changes(
        'values', NULL, NULL, 'proto_version', '1', 'publication_names', 'values')
      """;

  private final Connection connection;
  private final Catalog catalog;
  private TransactionAssembler assembler = newAssembler();
  private EventEncoder encoder;

  /** Makes a publication of all tables and a slot. */
  SlotEvents(Connection connection, Catalog catalog) throws SQLException {
    this.connection = connection;
    this.catalog = catalog;
    this.encoder = newEncoder();
    try (Statement statement = connection.createStatement()) {
      statement.execute(SETTINGS);
      statement.execute("CREATE PUBLICATION \"values\" FOR ALL TABLES");
      statement.execute("SELECT pg_create_logical_replication_slot('values', 'pgoutput')");
    }
  }

  private EventEncoder newEncoder() {
    return new EventEncoder(0, JsonSettings.DEFAULT, catalog);
  }

  /** Nothing is streamed here, so that nothing is spilled. */
  private static TransactionAssembler newAssembler() {
    return new TransactionAssembler(
        SpillDirectory.open(Path.of("target", "spill"), 1 << 20), false);
  }

  /** Has what follows read as by a new connection. */
  void reconnect() {
    assembler.close();
    assembler = newAssembler();
    encoder = newEncoder();
  }

  /** The lines of all that was committed since the last read. */
  List<String> lines() throws SQLException {
    PgOutputDecoder decoder = new PgOutputDecoder(false);
    EventBatch batch = new EventBatch(1 << 16);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(CHANGES)) {
      while (rows.next()) {
        byte[] message = rows.getBytes(2);
        assembler.accept(
            decoder.decode(message, 0, message.length),
            ByteBuffer.wrap(message),
            Lsn.parse(rows.getString(1)),
            change -> encode(change, batch));
      }
    }
    return linesOf(batch);
  }

  private void encode(Change change, EventBatch batch) {
    switch (change) {
      case Change.InTransaction c -> encoder.encode(c, batch);
      case Change.EmittedOutside c -> encoder.encode(c, batch);
      case Change.Committed _ -> {}
    }
  }

  private static List<String> linesOf(EventBatch batch) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < batch.count(); i++) {
      int end = batch.ends()[i];
      lines.add(new String(batch.bytes(), start, end - start - 1, UTF_8));
      start = end;
    }
    return lines;
  }

  /** The events of all that was committed since the last read. */
  List<JsonNode> read() throws SQLException {
    return lines().stream().map(JSON::readTree).toList();
  }

  @Override
  public void close() throws SQLException {
    assembler.close();
    connection.close();
  }
}
