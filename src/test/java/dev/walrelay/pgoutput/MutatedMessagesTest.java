package dev.walrelay.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.walrelay.pgoutput.GoldenMessages.Standing;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Damages real messages in many small ways. Whatever the bytes say, a message is decoded or refused
 * with {@link PgOutputException}, and takes no more memory than its size allows.
 */
class MutatedMessagesTest {

  private static final int ROUNDS = 500;
  private static final byte[] EXTREMES = {0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE, 't', 'n', 'N'};

  /** What an exception, its text and the few objects of a small message may take. */
  private static final int ALLOWED_BYTES = 32 * 1024;

  private static final int ALLOWED_BYTES_PER_BYTE = 64;

  private final Random random = new Random(20_261_130);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<Standing> golden = GoldenMessages.standing();

  @Test
  void damageIsRefusedOrHarmless() {
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (Standing standing : golden) {
        refused += decodes(standing, mutated(standing)) ? 0 : 1;
      }
    }
    assertThat(refused)
        .as("refused of %d, or the damage was none", ROUNDS * golden.size())
        .isBetween(ROUNDS * golden.size() / 4, ROUNDS * golden.size() - ROUNDS);
  }

  private boolean decodes(Standing standing, byte[] bytes) {
    PgOutputDecoder decoder = standing.decoder();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      PgOutputMessage message = decoder.decode(bytes, 0, bytes.length);
      assertFrugal(before, bytes);
      // Walks over every column, which must lie within the array.
      assertThat(MessageText.of(message)).isNotNull();
      return true;
    } catch (PgOutputException e) {
      assertFrugal(before, bytes);
      return false;
    } catch (RuntimeException e) {
      throw new AssertionError(HexFormat.of().formatHex(bytes), e);
    }
  }

  private void assertFrugal(long before, byte[] bytes) {
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    long allowed = ALLOWED_BYTES + (long) ALLOWED_BYTES_PER_BYTE * bytes.length;
    if (allocated > allowed) {
      throw new AssertionError(
          "%d bytes allocated for %s".formatted(allocated, HexFormat.of().formatHex(bytes)));
    }
  }

  private byte[] mutated(Standing standing) {
    byte[] bytes = standing.golden().bytes().toByteArray();
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length * 2));
      case 1 -> withTail(bytes, golden.get(random.nextInt(golden.size())));
      default -> withDamage(bytes);
    };
  }

  private byte[] withTail(byte[] bytes, Standing other) {
    byte[] tail = other.golden().bytes().toByteArray();
    int kept = random.nextInt(bytes.length);
    int from = random.nextInt(tail.length);
    byte[] spliced = Arrays.copyOf(bytes, kept + tail.length - from);
    System.arraycopy(tail, from, spliced, kept, tail.length - from);
    return spliced;
  }

  private byte[] withDamage(byte[] bytes) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          random.nextBoolean()
              ? EXTREMES[random.nextInt(EXTREMES.length)]
              : (byte) (bytes[at] ^ 1 << random.nextInt(8));
    }
    return bytes;
  }
}
