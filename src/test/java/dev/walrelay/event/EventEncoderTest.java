package dev.walrelay.event;

import static dev.walrelay.event.Tuples.UNCHANGED;
import static dev.walrelay.event.Tuples.together;
import static dev.walrelay.event.Tuples.tuple;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.walrelay.pgoutput.Bytes;
import dev.walrelay.pgoutput.Column;
import dev.walrelay.pgoutput.Message;
import dev.walrelay.pgoutput.OldTuple;
import dev.walrelay.pgoutput.Relation;
import dev.walrelay.pgoutput.ReplicaIdentity;
import dev.walrelay.pgoutput.TupleData;
import dev.walrelay.transaction.Change;
import dev.walrelay.transaction.Transaction;
import dev.walrelay.wal.Lsn;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventEncoderTest {

  private static final Lsn LSN = Lsn.parse("0/1A2B310");
  private static final Transaction TRANSACTION =
      new Transaction(Lsn.parse("0/1A2B3C8"), 1_796_017_938_844_738L, 749, null);
  private static final String ENVELOPE =
      """
      {"id":"0000000001A2B3C8-00000003","op":"%s","schema":"public","table":"orders",\
      "lsn":"0/1A2B310","commit_lsn":"0/1A2B3C8","commit_time":"2026-11-30T05:52:18.844738Z",\
      "xid":749%s}""";

  private final SettableCatalog catalog = new SettableCatalog().primaryKey(2, "id");
  private final EventEncoder encoder = new EventEncoder(0, JsonSettings.DEFAULT, catalog);

  @Test
  void writesTheNewRowAndItsKeyOfAnInsert() {
    assertThat(encoded(inserted(TRANSACTION, orders(1), tuple("7", "paid", null))))
        .isEqualTo(
            ENVELOPE.formatted(
                "insert",
                ",\"key\":{\"id\":7},\"after\":{\"id\":7,\"status\":\"paid\",\"note\":null}"));
  }

  @Test
  void writesOnlyTheNewRowWhereNoOldTupleWasSent() {
    assertThat(encoded(updated(orders(1), null, tuple("7", "paid", "x"))))
        .isEqualTo(
            ENVELOPE.formatted(
                "update",
                ",\"key\":{\"id\":7},\"after\":{\"id\":7,\"status\":\"paid\",\"note\":\"x\"}"));
  }

  @Test
  void neverFillsAnUnsentValueFromTheNullsOfAKeyTuple() {
    List<TupleData> tuples =
        together(Arrays.asList("7", null, null), List.of("8", "paid", UNCHANGED));

    assertThat(encoded(updated(orders(1), new OldTuple.Key(tuples.getFirst()), tuples.getLast())))
        .isEqualTo(
            ENVELOPE.formatted(
                "update",
                ",\"key\":{\"id\":8},\"old_key\":{\"id\":7},"
                    + "\"after\":{\"id\":8,\"status\":\"paid\"},\"unchanged\":[\"note\"]"));
  }

  @Test
  void fillsAnUnsentValueFromTheWholeOldRowAndSaysWhatChanged() {
    List<TupleData> tuples =
        together(List.of("7", "new", "long"), Arrays.asList("7", null, UNCHANGED));

    assertThat(encoded(updated(orders(2), new OldTuple.Full(tuples.getFirst()), tuples.getLast())))
        .isEqualTo(
            ENVELOPE.formatted(
                "update",
                ",\"key\":{\"id\":7},\"before\":{\"id\":7,\"status\":\"new\",\"note\":\"long\"},"
                    + "\"after\":{\"id\":7,\"status\":null,\"note\":\"long\"},"
                    + "\"changed\":[\"status\"]"));
  }

  @Test
  void leavesTheKeyOutUnderFullIdentityWithoutAPrimaryKey() {
    assertThat(encoded(inserted(TRANSACTION, orders(3), tuple("7", "paid", null))))
        .isEqualTo(
            ENVELOPE.formatted(
                "insert", ",\"after\":{\"id\":7,\"status\":\"paid\",\"note\":null}"));
  }

  @Test
  void findsThePrimaryKeyAsSoonAsTheCatalogAnswers() {
    catalog.away(true);
    assertThat(encoded(inserted(TRANSACTION, orders(2), tuple("7", "paid", null))))
        .doesNotContain("\"key\"");

    catalog.away(false);
    for (int i = 0; i < 3; i++) {
      assertThat(encoded(inserted(TRANSACTION, orders(2), tuple("7", "paid", null))))
          .contains("\"key\":{\"id\":7}");
    }
    assertThat(catalog.questions()).isEqualTo(2);
  }

  @Test
  void writesTheOldKeyOfADelete() {
    Change.Deleted change =
        new Change.Deleted(
            TRANSACTION, 3, LSN, orders(1), new OldTuple.Key(tuple("7", null, null)));

    assertThat(encoded(change)).isEqualTo(ENVELOPE.formatted("delete", ",\"key\":{\"id\":7}"));
  }

  @Test
  void writesTheWholeOldRowOfADeleteUnderFullIdentity() {
    Change.Deleted change =
        new Change.Deleted(
            TRANSACTION, 3, LSN, orders(2), new OldTuple.Full(tuple("7", "paid", null)));

    assertThat(encoded(change))
        .isEqualTo(
            ENVELOPE.formatted(
                "delete",
                ",\"key\":{\"id\":7},"
                    + "\"before\":{\"id\":7,\"status\":\"paid\",\"note\":null}"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          false, false, ``
          true,  false, `,"options":["cascade"]`
          false, true,  `,"options":["restart_identity"]`
          true,  true,  `,"options":["cascade","restart_identity"]`
          """)
  void writesTheOptionsOfATruncate(boolean cascade, boolean restartIdentity, String options) {
    Change.Truncated change =
        new Change.Truncated(TRANSACTION, 3, LSN, orders(1), cascade, restartIdentity);

    assertThat(encoded(change)).isEqualTo(ENVELOPE.formatted("truncate", options));
  }

  @Test
  void namesTheOriginOfAReplicatedTransaction() {
    Transaction replicated =
        new Transaction(TRANSACTION.commitLsn(), TRANSACTION.commitTime(), 749, "berlin \"1\"");

    assertThat(encoded(inserted(replicated, orders(1), tuple("7", "paid", null))))
        .contains("\"xid\":749,\"origin\":\"berlin \\\"1\\\"\",\"key\":");
  }

  @Test
  void writesCommitTimesToTheMicrosecondInWhateverOrderTheyCome() {
    List<Long> micros = List.of(0L, 7L, -1L, 999_999L, 1_000_000L, 253_402_300_800_000_000L, 1L);

    assertThat(micros)
        .extracting(
            time -> {
              Transaction at = new Transaction(TRANSACTION.commitLsn(), time, 749, null);
              String event = encoded(inserted(at, orders(1), tuple("7", "paid", null)));
              return event.replaceAll(".*\"commit_time\":\"(.*?)\".*", "$1");
            })
        .containsExactly(
            "1970-01-01T00:00:00.000000Z",
            "1970-01-01T00:00:00.000007Z",
            "1969-12-31T23:59:59.999999Z",
            "1970-01-01T00:00:00.999999Z",
            "1970-01-01T00:00:01.000000Z",
            "+10000-01-01T00:00:00.000000Z",
            "1970-01-01T00:00:00.000001Z");
  }

  @Test
  void writesXidsAsUnsigned() {
    Transaction late = new Transaction(TRANSACTION.commitLsn(), 0, -2, null);

    assertThat(encoded(inserted(late, orders(1), tuple("7", "paid", null))))
        .contains("\"commit_time\":\"1970-01-01T00:00:00.000000Z\",\"xid\":4294967294,");
  }

  @Test
  void followsARelationThatIsAlteredInTheMiddle() {
    Relation altered =
        new Relation(
            0,
            1,
            "public",
            "orders",
            ReplicaIdentity.DEFAULT,
            List.of(new Column(true, "id", 23, -1), new Column(false, "state", 25, -1)));

    encoded(inserted(TRANSACTION, orders(1), tuple("7", "paid", null)));

    assertThat(encoded(inserted(TRANSACTION, altered, tuple("7", "x"))))
        .endsWith("\"after\":{\"id\":7,\"state\":\"x\"}}");
  }

  @Test
  void looksTypesUpAnewWhenARelationWasAltered() {
    catalog.type(70_000, composite("x"));
    assertThat(encoded(inserted(TRANSACTION, points("point"), tuple("(1)"))))
        .endsWith("\"after\":{\"point\":{\"x\":1}}}");

    catalog.type(70_000, composite("y"));
    assertThat(encoded(inserted(TRANSACTION, points("point"), tuple("(2)"))))
        .endsWith("\"after\":{\"point\":{\"x\":2}}}");
    assertThat(encoded(inserted(TRANSACTION, points("place"), tuple("(3)"))))
        .endsWith("\"after\":{\"place\":{\"y\":3}}}");
    assertThat(catalog.questions()).isEqualTo(2);
  }

  private static PgType composite(String attribute) {
    return new PgType.Composite(List.of(new PgType.Attribute(attribute, 23)));
  }

  private static Relation points(String column) {
    return new Relation(
        0,
        9,
        "public",
        "points",
        ReplicaIdentity.DEFAULT,
        List.of(new Column(false, column, 70_000, -1)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          `{"a": [1.10,null]}` | `{"a": [1.10,null]}` | json
          ` 12 `               | ` 12 `               | json
          `"text"`             | `"text"`             | json
          `hello`              | `"hello"`            | text
          `{"a": `             | `"{\\"a\\": "`       | text
          `{} {}`              | `"{} {}"`            | text
          `true story`         | `"true story"`       | text
          ``                   | `""`                 | text
          `01`                 | `"01"`               | text
          """,
      delimiter = '|')
  void writesContentAsJsonElseAsText(String content, String json, String encoding) {
    assertThat(encoded(emitted(content.getBytes(UTF_8))))
        .isEqualTo(
            """
            {"id":"0000000001A2B3C8-00000003","op":"message","prefix":"audit","transactional":true,\
            "content":%s,"content_encoding":"%s","lsn":"0/1A2B310","commit_lsn":"0/1A2B3C8",\
            "commit_time":"2026-11-30T05:52:18.844738Z","xid":749}"""
                .formatted(json, encoding));
  }

  @Test
  void writesContentThatIsNoTextAsBase64() {
    assertThat(encoded(emitted(new byte[] {0, (byte) 0xFF, 0x10})))
        .contains("\"content\":\"AP8Q\",\"content_encoding\":\"base64\"");
  }

  @Test
  void givesAMessageOutsideOfTransactionsItsOwnPosition() {
    EventBatch batch = new EventBatch(16);
    encoder.encode(new Change.EmittedOutside(message(false, "hi".getBytes(UTF_8))), batch);

    assertThat(new String(batch.bytes(), 0, batch.size(), UTF_8))
        .isEqualTo(
            """
            {"id":"0000000001A2B310-00000000","op":"message","prefix":"audit",\
            "transactional":false,"content":"hi","content_encoding":"text","lsn":"0/1A2B310"}
            """);
  }

  @Test
  void describesEventsBesideTheirJson() {
    EventBatch batch = new EventBatch(16);
    encoder.encode(inserted(TRANSACTION, orders(1), tuple("7", "paid", null)), batch);
    encoder.encode(emitted(new byte[0]), batch);
    encoder.encode(inserted(TRANSACTION, orders(1), tuple("8", "paid", null)), batch);

    assertThat(batch.count()).isEqualTo(3);
    assertThat(batch.dictionary())
        .containsExactly(new Subject.Table("public", "orders"), new Subject.Prefix("audit"));
    assertThat(Arrays.copyOf(batch.subjects(), 3)).containsExactly(0, 1, 0);
    assertThat(batch.lastCommitTime()).isEqualTo(TRANSACTION.commitTime());
    assertThat(batch.ends()[2]).isEqualTo(batch.size());
  }

  @Test
  void holdsOnToNoBatchThoughItKnowsManyRelations() {
    List<WeakReference<EventBatch>> batches = new ArrayList<>();
    for (int oid = 1; oid <= 50; oid++) {
      EventBatch batch = new EventBatch(256 * 1024);
      encoder.encode(inserted(TRANSACTION, orders(oid), tuple("7", "paid", null)), batch);
      encoder.encode(emitted(new byte[0]), batch);
      batches.add(new WeakReference<>(batch));
    }

    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(batches).allMatch(batch -> batch.refersTo(null));
            });
    assertThat(encoded(inserted(TRANSACTION, orders(1), tuple("7", "paid", null))))
        .contains("\"id\":7");
  }

  private String encoded(Change.InTransaction change) {
    EventBatch batch = new EventBatch(16);
    encoder.encode(change, batch);
    assertThat(batch.bytes()[batch.size() - 1]).isEqualTo((byte) '\n');
    return new String(batch.bytes(), 0, batch.size() - 1, UTF_8);
  }

  private static Change.Inserted inserted(Transaction in, Relation relation, TupleData row) {
    return new Change.Inserted(in, 3, LSN, relation, row);
  }

  private static Change.Updated updated(
      Relation relation, @org.jspecify.annotations.Nullable OldTuple old, TupleData row) {
    return new Change.Updated(TRANSACTION, 3, LSN, relation, old, row);
  }

  private static Change.Emitted emitted(byte[] content) {
    return new Change.Emitted(TRANSACTION, 3, message(true, content));
  }

  private static Message message(boolean transactional, byte[] content) {
    return new Message(0, transactional, LSN, "audit", new Bytes(content, 0, content.length));
  }

  /** Oid 1 has its identity by default, 2 and 3 have FULL, 2 with a primary key. */
  private static Relation orders(int oid) {
    boolean full = oid > 1;
    return new Relation(
        0,
        oid,
        "public",
        "orders",
        full ? ReplicaIdentity.FULL : ReplicaIdentity.DEFAULT,
        List.of(
            new Column(true, "id", 23, -1),
            new Column(full, "status", 25, -1),
            new Column(full, "note", 25, -1)));
  }
}
