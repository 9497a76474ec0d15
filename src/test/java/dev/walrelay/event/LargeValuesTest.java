package dev.walrelay.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LargeValuesTest {

  private static final int MEGABYTE = 1 << 20;
  private static final int SMALL_CHANGE = 64 * 1024;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final TypeWriters types = Written.types(new SettableCatalog());

  @Test
  void aBinaryIsEncodedStraightIntoTheBuffer() {
    byte[] hex = filled(100 * MEGABYTE, 'a');
    hex[0] = '\\';
    hex[1] = 'x';

    long output = (hex.length - 2) / 2 * 4L / 3;
    assertThat(allocated(17, hex)).isLessThan(output + SMALL_CHANGE);
  }

  @Test
  void aTextIsCopiedOnce() {
    byte[] text = filled(50 * MEGABYTE, 'a');

    assertThat(allocated(25, text)).isLessThan(text.length + SMALL_CHANGE);
  }

  @Test
  void scratchMemoryOfALargeElementIsNotKept() {
    byte[] array = filled(20 * MEGABYTE, 'a');
    System.arraycopy(JsonBytes.ascii("{\"\\\""), 0, array, 0, 4);
    array[array.length - 2] = '"';
    array[array.length - 1] = '}';

    long atFirst = allocated(1009, array);
    long again = allocated(1009, array);
    assertThat(atFirst).isLessThan(5L * array.length);
    // It would be less if the memory had still been there.
    assertThat(again).isGreaterThan(2L * array.length);
  }

  @Test
  void anEventBeyondWhatCanBeHeldIsRefusedWithTheReason() {
    JsonBuffer buffer = new JsonBuffer(16);
    buffer.advance(Integer.MAX_VALUE - 16);

    assertThatIllegalStateException()
        .isThrownBy(() -> buffer.reserve(100))
        .withMessageContaining("2147483639 bytes");
  }

  private long allocated(int typeOid, byte[] text) {
    ValueWriter writer = types.writer(typeOid);
    JsonBuffer out = new JsonBuffer(16);
    long before = threads.getCurrentThreadAllocatedBytes();
    writer.writeOrText(text, 0, text.length, out);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(out.array()[0]).isIn((byte) '"', (byte) '[');
    return allocated;
  }

  private static byte[] filled(int length, char c) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) c);
    return bytes;
  }
}
