package dev.walrelay.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BlockCodecTest {

  private static final int ROUNDS = 20_000;
  private static final int INSERT = Op.INSERT.code();
  private static final Block TWO_EVENTS = Block.of(Events.batch(1, 2)).trimmed();

  /** The length of each of them. */
  private static final int LENGTH = TWO_EVENTS.size() / 2;

  private final BlockEncoder encoder = new BlockEncoder();

  @AfterEach
  void closeEncoder() {
    encoder.close();
  }

  private Block throughPayload(Block block) {
    return BlockDecoder.decode(encoder.encode(block).bytes(), block.size());
  }

  private static Block mixed() {
    EventBatch batch = Events.batch(1, 300, 40);
    Events.addMessage(batch, Events.id(301), Events.START, "prüfung \uD83D\uDE00", "1");
    Events.addGap(batch, Events.id(302));
    return Block.of(batch);
  }

  private static void assertSame(Block actual, Block expected) {
    assertThat(actual.count()).isEqualTo(expected.count());
    assertThat(actual.dictionary()).isEqualTo(expected.dictionary());
    assertThat(Arrays.copyOf(actual.bytes(), actual.size()))
        .isEqualTo(Arrays.copyOf(expected.bytes(), expected.size()));
    for (int i = 0; i < expected.count(); i++) {
      assertThat(actual.end(i)).isEqualTo(expected.end(i));
      assertThat(actual.op(i)).isEqualTo(expected.op(i));
      assertThat(actual.subject(i)).isEqualTo(expected.subject(i));
    }
  }

  @Test
  void givesBackWhatItWasGiven() {
    assertSame(throughPayload(mixed()), mixed());
  }

  @Test
  void isNotConfusedByWhatItWroteBefore() {
    Block large = Block.of(Events.batch(1, 1, 3 << 20));
    assertSame(throughPayload(large), large);
    assertSame(throughPayload(mixed()), mixed());
    assertSame(throughPayload(large), large);
  }

  @Test
  void joinsBlocksThatNumberTheirSubjectsDifferently() {
    EventBatch other = new EventBatch(100);
    Events.addMessage(other, Events.id(400), Events.START, "other", "2");
    Events.addInsert(other, Events.id(401), Events.START, "text");

    Block joined = BlockJoin.of(List.of(mixed(), Block.of(other)));

    assertThat(joined.count()).isEqualTo(304);
    assertThat(joined.id(302)).isEqualTo(Events.id(400));
    assertThat(joined.lastId()).isEqualTo(Events.id(401));
    assertThat(joined.op(302)).isEqualTo(Op.MESSAGE);
    assertThat(joined.dictionary().get(joined.subject(302))).isEqualTo(new Subject.Prefix("other"));
    assertThat(joined.dictionary().get(joined.subject(303))).isEqualTo(Events.ORDERS);
    assertThat(joined.dictionary()).doesNotHaveDuplicates().hasSize(4);
    assertSame(throughPayload(joined), joined);
  }

  @Test
  void dropsUnusedRoom() {
    EventBatch roomy = new EventBatch(1 << 20);
    Events.addInsert(roomy, Events.id(1), Events.START, "text");

    Block trimmed = Block.of(roomy).trimmed();

    assertSame(trimmed, Block.of(roomy));
    assertThat(trimmed.weight()).isLessThan(2000);
  }

  @Test
  void refusesDamagedPayloadsOrReadsWholeEvents() {
    Block block = mixed();
    byte[] payload = encoder.encode(block).bytes();
    Random random = new Random(6);
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] damaged = payload.clone();
      damaged[random.nextInt(random.nextBoolean() ? 60 : damaged.length)] ^=
          (byte) (1 << random.nextInt(8));
      refused += isRefused(damaged, block.size()) ? 1 : 0;
    }
    assertThat(refused).isBetween(ROUNDS / 2, ROUNDS - 1);
  }

  /** Of an index that zstd has nothing to say against. */
  @Test
  void refusesADamagedIndexOrReadsWholeEvents() {
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] index = index(out -> events(out, LENGTH, INSERT, 0, LENGTH, INSERT, 0));
      int at = random.nextInt(index.length);
      index[at] = (byte) (random.nextBoolean() ? random.nextInt() : index[at] ^ 1);
      refused += isRefused(payload(index), TWO_EVENTS.size()) ? 1 : 0;
    }
    assertThat(refused).isBetween(ROUNDS / 4, ROUNDS * 3 / 4);
  }

  /** Whether it is; what is not is such that nobody can read beside it. */
  private static boolean isRefused(byte[] payload, int size) {
    Block decoded;
    try {
      decoded = BlockDecoder.decode(payload, size);
    } catch (RuntimeException refused) {
      return true;
    }
    assertThat(decoded.size()).isEqualTo(size);
    assertThat(decoded.count()).isPositive();
    for (int i = 0; i < decoded.count(); i++) {
      assertThat(decoded.start(i)).isEqualTo(i == 0 ? 0 : decoded.end(i - 1) + 1);
      assertThat(decoded.end(i)).isBetween(decoded.start(i), size - 1);
      assertThat(decoded.bytes()[decoded.end(i)]).isEqualTo((byte) '\n');
      assertThat(decoded.op(i)).isNotNull();
      assertThat(decoded.dictionary().get(decoded.subject(i))).isNotNull();
    }
    assertThat(decoded.end(decoded.count() - 1)).isEqualTo(size - 1);
    return false;
  }

  static Stream<Arguments> impossibleIndexes() {
    String number = "the number of events is impossible";
    String end = "an event's end is wrong";
    String length = "index and content differ in length";
    return Stream.of(
        impossible(number, out -> head(out, 0)),
        impossible(number, out -> head(out, Integer.MAX_VALUE)),
        impossible(end, out -> events(out, LENGTH - 1, INSERT, 0, LENGTH + 1, INSERT, 0)),
        impossible(end, out -> events(out, 0, INSERT, 0, 2 * LENGTH, INSERT, 0)),
        impossible(end, out -> events(out, LENGTH, INSERT, 0, LENGTH + 1, INSERT, 0)),
        impossible(end, out -> events(out, LENGTH, INSERT, 0, Integer.MAX_VALUE, INSERT, 0)),
        impossible("subject is unknown", out -> events(out, LENGTH, INSERT, 0, LENGTH, INSERT, 1)),
        impossible("99", out -> events(out, LENGTH, INSERT, 0, LENGTH, 99, 0)),
        impossible(length, out -> events(out, LENGTH, INSERT, 0)),
        impossible(
            length,
            out -> {
              events(out, LENGTH, INSERT, 0, LENGTH, INSERT, 0);
              out.number(0);
            }),
        impossible("no subject is of kind 9", out -> subjects(out, 9)),
        impossible("a name does not end", out -> subjects(out, IndexWriter.PREFIX, 100)),
        impossible("a number does not end", out -> codes(out, -1, -1, -1, -1, -1)),
        impossible("a number is negative", out -> codes(out, -1, -1, -1, -1, 15)));
  }

  private static Arguments impossible(String problem, Consumer<IndexWriter> index) {
    return Arguments.of(problem, index(index));
  }

  @ParameterizedTest
  @MethodSource("impossibleIndexes")
  void saysWhatIsWrongWithAnIndex(String problem, byte[] index) {
    assertThatThrownBy(() -> BlockDecoder.decode(payload(index), TWO_EVENTS.size()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  private static byte[] index(Consumer<IndexWriter> content) {
    IndexWriter out = new IndexWriter(64);
    content.accept(out);
    return out.toByteArray();
  }

  private static void head(IndexWriter out, int count) {
    out.number(1);
    out.number(count);
    out.subject(Events.ORDERS);
  }

  /** For each event its length, operation and subject. */
  private static void events(IndexWriter out, int... events) {
    head(out, events.length / 3);
    for (int i = 0; i < events.length; i += 3) {
      out.number(events[i]);
      out.code((byte) events[i + 1]);
      out.number(events[i + 2]);
    }
  }

  private static void subjects(IndexWriter out, int... codes) {
    out.number(1);
    out.number(1);
    codes(out, codes);
  }

  private static void codes(IndexWriter out, int... codes) {
    for (int code : codes) {
      out.code((byte) code);
    }
  }

  /** As it is stored, with two events behind it. */
  private static byte[] payload(byte[] index) {
    byte[] indexFrame = Zstd.compress(index);
    byte[] json = Zstd.compress(Arrays.copyOf(TWO_EVENTS.bytes(), TWO_EVENTS.size()));
    return ByteBuffer.allocate(BlockEncoder.HEADER + indexFrame.length + json.length)
        .putInt(index.length)
        .putInt(indexFrame.length)
        .put(indexFrame)
        .put(json)
        .array();
  }

  @Test
  void refusesPayloadsThatEndEarly() {
    Block block = mixed();
    byte[] payload = encoder.encode(block).bytes();
    for (int length = 0; length < payload.length; length += 7) {
      byte[] cut = Arrays.copyOf(payload, length);
      assertThatThrownBy(() -> BlockDecoder.decode(cut, block.size()))
          .isInstanceOf(RuntimeException.class);
    }
    assertThatThrownBy(() -> BlockDecoder.decode(payload, block.size() + 1))
        .hasMessageContaining("size");
  }
}
