package dev.walrelay.pgoutput;

import static dev.walrelay.pgoutput.CaptureScenario.BINARY;
import static dev.walrelay.pgoutput.CaptureScenario.CHANGES;
import static dev.walrelay.pgoutput.CaptureScenario.PREPARED;
import static dev.walrelay.pgoutput.CaptureScenario.STREAMED;
import static dev.walrelay.pgoutput.CaptureScenario.STREAMED_PARALLEL;
import static dev.walrelay.pgoutput.CaptureScenario.STREAMED_PREPARED;
import static dev.walrelay.pgoutput.Wire.UNCHANGED;
import static dev.walrelay.pgoutput.Wire.tuple;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every value of what PostgreSQL 18 sent; the other versions sent the same but for numbers. */
class GoldenMessagesTest {

  private static final Lsn ORIGIN_COMMIT = Lsn.parse("1/2A");
  private static final String LONG_STORY =
      IntStream.rangeClosed(1, 700).mapToObj(Integer::toString).collect(Collectors.joining());

  private static final Relation WHOLE =
      new Relation(
          0,
          16409,
          "public",
          "whole",
          ReplicaIdentity.FULL,
          List.of(new Column(true, "a", 23, -1), new Column(true, "b", 25, -1)));

  @Test
  void decodesChanges() {
    assertThat(decoded(CHANGES).subList(0, 12))
        .containsExactly(
            new Message(0, false, lsn("0/1B9AF18"), "outside", bytes('l', 'o', 'n', 'e')),
            new Begin(lsn("0/1B9BB30"), 849344627271870L, 769),
            new Type(0, 16386, "public", "status"),
            new Type(0, 16392, "pg_catalog", "text"),
            orders(0, 16393, 16386, 16392),
            new Insert(0, 16393, tuple("1", "new", "ten", null, "long")),
            new Insert(0, 16393, tuple("2", "paid", "", "7", LONG_STORY)),
            new Update(0, 16393, null, tuple("1", "new", "zehn €", null, "long")),
            new Update(
                0,
                16393,
                new OldTuple.Key(tuple("2", null, null, null, null)),
                tuple("3", "paid", "", "7", UNCHANGED)),
            new Delete(0, 16393, new OldTuple.Key(tuple("1", null, null, null, null))),
            new Message(0, true, lsn("0/1B9BB30"), "inside", bytes(0, 0xff)),
            new Commit(lsn("0/1B9BB30"), lsn("0/1B9BB60"), 849344627271870L));
  }

  @Test
  void decodesEveryReplicaIdentity() {
    assertThat(decoded(CHANGES).subList(12, 25))
        .containsExactly(
            new Begin(lsn("0/1B9BE30"), 849344627272809L, 770),
            WHOLE,
            new Insert(0, 16409, tuple("1", null)),
            new Update(0, 16409, new OldTuple.Full(tuple("1", null)), tuple("1", "b")),
            new Delete(0, 16409, new OldTuple.Full(tuple("1", "b"))),
            new Relation(
                0,
                16414,
                "public",
                "by_index",
                ReplicaIdentity.INDEX,
                List.of(new Column(false, "a", 23, -1), new Column(true, "b", 23, -1))),
            new Insert(0, 16414, tuple("1", "2")),
            new Update(0, 16414, new OldTuple.Key(tuple(null, "2")), tuple("1", "3")),
            nameless(0, 16420),
            new Insert(0, 16420, tuple("1")),
            new Relation(0, 16423, "public", "empty", ReplicaIdentity.DEFAULT, List.of()),
            new Insert(0, 16423, tuple()),
            new Commit(lsn("0/1B9BE30"), lsn("0/1B9BE60"), 849344627272809L));
  }

  @Test
  void decodesTruncatesAndOrigins() {
    assertThat(decoded(CHANGES).subList(25, 40))
        .containsExactly(
            new Begin(lsn("0/1B9C6D8"), 849344627273783L, 771),
            WHOLE,
            new Truncate(0, false, false, List.of(16409)),
            new Commit(lsn("0/1B9C6D8"), lsn("0/1B9C7E8"), 849344627273783L),
            new Begin(lsn("0/1B9D5E8"), 849344627275143L, 772),
            new Type(0, 16386, "public", "status"),
            new Type(0, 16392, "pg_catalog", "text"),
            orders(0, 16393, 16386, 16392),
            new Relation(
                0,
                16401,
                "public",
                "items",
                ReplicaIdentity.DEFAULT,
                List.of(new Column(false, "order_id", 20, -1))),
            new Truncate(0, true, true, List.of(16393, 16401)),
            new Commit(lsn("0/1B9D5E8"), lsn("0/1B9D790"), 849344627275143L),
            new Begin(lsn("0/1B9D7D0"), 849333138000000L, 773),
            new Origin(ORIGIN_COMMIT, "upstream"),
            new Insert(0, 16420, tuple("2")),
            new Commit(lsn("0/1B9D7D0"), lsn("0/1B9D818"), 849333138000000L));
    assertThat(decoded(CHANGES)).hasSize(40);
  }

  @Test
  void decodesBinaryColumns() {
    assertThat(decoded(BINARY))
        .containsExactly(
            new Begin(lsn("0/1FEB9C0"), 849344627446704L, 793),
            new Type(0, 16449, "public", "status"),
            new Type(0, 16454, "pg_catalog", "text"),
            orders(0, 16455, 16449, 16454),
            new Insert(
                0,
                16455,
                tuple(
                    new byte[] {0, 0, 0, 0, 0, 0, 0, 1},
                    "new".getBytes(StandardCharsets.UTF_8),
                    "ten".getBytes(StandardCharsets.UTF_8),
                    new byte[] {0, 0, 1, 2},
                    null)),
            new Commit(lsn("0/1FEB9C0"), lsn("0/1FEB9F0"), 849344627446704L));
  }

  @Test
  void decodesPreparedTransactions() {
    Lsn kept = lsn("0/2439CE8");
    Lsn givenUp = lsn("0/2439E28");
    assertThat(decoded(PREPARED))
        .containsExactly(
            new BeginPrepare(lsn("0/2439BF0"), kept, 849344627612463L, 813, "kept"),
            nameless(0, 16536),
            new Insert(0, 16536, tuple("1")),
            new Prepare(lsn("0/2439BF0"), kept, 849344627612463L, 813, "kept"),
            new BeginPrepare(lsn("0/2439D28"), givenUp, 849344627612678L, 814, "given up"),
            new Insert(0, 16536, tuple("2")),
            new Prepare(lsn("0/2439D28"), givenUp, 849344627612678L, 814, "given up"),
            new CommitPrepared(givenUp, lsn("0/2439E60"), 849344627614320L, 813, "kept"),
            new RollbackPrepared(
                givenUp, lsn("0/2439EA0"), 849344627612678L, 849344627614490L, 814, "given up"));
  }

  /** The session named its origin and no time, so the server has none of the commit either. */
  @Test
  void decodesAStreamedTransaction() {
    assertThat(decoded(STREAMED))
        .containsExactly(
            new StreamStart(834, true),
            new Origin(Lsn.ZERO, "upstream"),
            new Type(834, 16556, "public", "status"),
            new Type(834, 16562, "pg_catalog", "text"),
            orders(834, 16563, 16556, 16562),
            new Insert(834, 16563, tuple("1", "new", "ten", null, null)),
            new Insert(835, 16563, tuple("2", "new", "ten", null, null)),
            new StreamStop(),
            new StreamAbort(834, 835, Lsn.ZERO, 0),
            new StreamStart(834, false),
            new Type(836, 16556, "public", "status"),
            new Type(836, 16562, "pg_catalog", "text"),
            orders(836, 16563, 16556, 16562),
            new Update(836, 16563, null, tuple("1", "new", "n", null, null)),
            new Delete(836, 16563, new OldTuple.Key(tuple("1", null, null, null, null))),
            nameless(836, 16590),
            new Truncate(836, false, false, List.of(16590)),
            new Message(834, true, lsn("0/289F378"), "inside", bytes("streamed".chars().toArray())),
            new StreamStop(),
            new StreamCommit(834, lsn("0/289F378"), lsn("0/289F408"), 0));
  }

  @Test
  void decodesAStreamedPreparedTransaction() {
    Lsn prepared = lsn("0/2D04620");
    assertThat(decoded(STREAMED_PREPARED))
        .containsExactly(
            new StreamStart(856, true),
            nameless(856, 16644),
            new Insert(856, 16644, tuple("1")),
            new StreamStop(),
            new StreamStart(856, false),
            new StreamStop(),
            new StreamPrepare(lsn("0/2D044C0"), prepared, 849344627942637L, 856, "streamed"),
            new CommitPrepared(prepared, lsn("0/2D04660"), 849344627942850L, 856, "streamed"));
  }

  @Test
  void decodesTheLongerAbortOfParallelStreaming() {
    assertThat(decoded(STREAMED_PARALLEL))
        .hasSize(19)
        .startsWith(new StreamStart(876, true))
        .contains(new StreamAbort(876, 877, lsn("0/31699A8"), 849344628107730L))
        .endsWith(
            new StreamStop(),
            new StreamCommit(876, lsn("0/3169D38"), lsn("0/3169DB8"), 849344628108731L));
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17})
  void olderServersSentTheSame(int version) {
    for (CaptureScenario scenario : CaptureScenario.values()) {
      if (scenario.runsOn(version)) {
        assertThat(decoded(version, scenario).stream().map(MessageText::of))
            .as(scenario.name())
            .isEqualTo(decoded(scenario).stream().map(MessageText::of).toList());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.walrelay.pgoutput.GoldenMessages#versions")
  void everyFileHoldsEveryMessage(int version) {
    assertThat(
            Arrays.stream(CaptureScenario.values())
                .flatMap(scenario -> decoded(version, scenario).stream())
                .map(Object::getClass))
        .contains(leaves(PgOutputMessage.class).toArray(Class[]::new));
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(GoldenMessagesTest::leaves)
        : Stream.of(type);
  }

  private static List<PgOutputMessage> decoded(CaptureScenario scenario) {
    return decoded(18, scenario);
  }

  /** One decoder for all, as on a connection. */
  private static List<PgOutputMessage> decoded(int version, CaptureScenario scenario) {
    PgOutputDecoder decoder = new PgOutputDecoder(scenario.parallel());
    return GoldenMessages.of(version).stream()
        .filter(golden -> golden.scenario() == scenario)
        .map(GoldenMessage::bytes)
        .map(bytes -> decoder.decode(bytes.array(), bytes.offset(), bytes.length()))
        .toList();
  }

  private static Relation orders(int xid, int oid, int status, int label) {
    return new Relation(
        xid,
        oid,
        "public",
        "orders",
        ReplicaIdentity.DEFAULT,
        List.of(
            new Column(true, "id", 20, -1),
            new Column(false, "status", status, -1),
            new Column(false, "note", label, -1),
            new Column(false, "amount", 23, -1),
            new Column(false, "story", 1043, 4004)));
  }

  private static Relation nameless(int xid, int oid) {
    return new Relation(
        xid,
        oid,
        "public",
        "nameless",
        ReplicaIdentity.NOTHING,
        List.of(new Column(false, "a", 23, -1)));
  }

  private static Lsn lsn(String text) {
    return Lsn.parse(text);
  }

  private static Bytes bytes(int... values) {
    byte[] array = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      array[i] = (byte) values[i];
    }
    return new Bytes(array, 0, array.length);
  }
}
