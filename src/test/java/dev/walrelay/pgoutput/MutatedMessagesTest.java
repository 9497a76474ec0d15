package dev.walrelay.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.walrelay.pgoutput.GoldenMessages.Standing;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Damages real messages in many small ways. Whatever the bytes say, a message is decoded or refused
 * with {@link PgOutputException}, and takes no more memory than its size allows.
 */
class MutatedMessagesTest {

  private static final boolean SHORT = System.getProperty("walrelay.fuzz.rounds") == null;

  /** Each damages every golden message once, of which there are some hundreds. */
  private static final long ROUNDS =
      SHORT ? 500 : Integer.getInteger("walrelay.fuzz.rounds", 0) / 400;

  private static final byte[] EXTREMES = {0, 1, -1, Byte.MIN_VALUE, Byte.MAX_VALUE, 't', 'n', 'N'};

  /** What an exception, its text and the few objects of a small message may take. */
  private static final int ALLOWED_BYTES = 32 * 1024;

  private static final int ALLOWED_BYTES_PER_BYTE = 64;

  private final Random random = SHORT ? new Random(20_261_130) : new Random();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<Standing> golden = GoldenMessages.standing();

  @Test
  void damageIsRefusedOrHarmless() {
    long refused = 0;
    for (long round = 0; round < ROUNDS; round++) {
      for (Standing standing : golden) {
        refused += decodes(standing, mutated(standing)) ? 0 : 1;
      }
    }
    assertThat(refused)
        .as("refused of %d, or the damage was none", ROUNDS * golden.size())
        .isBetween(ROUNDS * golden.size() / 4, ROUNDS * golden.size() - ROUNDS);
  }

  private boolean decodes(Standing standing, byte[] bytes) {
    try {
      PgOutputMessage message = decodeFrugally(standing, bytes);
      // Walks over every column, which must lie within the array.
      return message != null && !MessageText.of(message).isEmpty();
    } catch (RuntimeException e) {
      throw new AssertionError(HexFormat.of().formatHex(bytes), e);
    }
  }

  private @Nullable PgOutputMessage decodeFrugally(Standing standing, byte[] bytes) {
    long allowed = ALLOWED_BYTES + (long) ALLOWED_BYTES_PER_BYTE * bytes.length;
    long before = threads.getCurrentThreadAllocatedBytes();
    PgOutputMessage message = decode(standing, bytes);
    if (threads.getCurrentThreadAllocatedBytes() - before > allowed) {
      // The JVM may have loaded classes, which it does only once.
      before = threads.getCurrentThreadAllocatedBytes();
      message = decode(standing, bytes);
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .as("bytes allocated for %s", HexFormat.of().formatHex(bytes))
          .isLessThanOrEqualTo(allowed);
    }
    return message;
  }

  private static @Nullable PgOutputMessage decode(Standing standing, byte[] bytes) {
    try {
      return standing.decode(bytes);
    } catch (PgOutputException refused) {
      return null;
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
