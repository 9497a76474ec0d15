package dev.walrelay.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.walrelay.pgoutput.TupleData;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tuples as the server sends them, all in one array as in one message. */
public final class Tuples {

  /** Stands for a value that the server did not send. */
  public static final String UNCHANGED = "\u0000unchanged";

  private Tuples() {}

  /** A tuple; null is null. */
  public static TupleData tuple(@Nullable String... values) {
    return together(Arrays.asList(values)).getFirst();
  }

  /** Several tuples of one message. */
  @SafeVarargs
  public static List<TupleData> together(List<@Nullable String>... tuples) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] ends = new int[tuples.length];
    for (int i = 0; i < tuples.length; i++) {
      write(tuples[i], bytes);
      ends[i] = bytes.size();
    }
    byte[] array = bytes.toByteArray();
    return java.util.stream.IntStream.range(0, ends.length)
        .mapToObj(
            i -> {
              int start = i == 0 ? 0 : ends[i - 1];
              return TupleData.of(array, start, ends[i] - start);
            })
        .toList();
  }

  private static void write(List<@Nullable String> values, ByteArrayOutputStream bytes) {
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeShort(values.size());
      for (String value : values) {
        if (value == null) {
          out.write('n');
        } else if (value.equals(UNCHANGED)) {
          out.write('u');
        } else {
          out.write('t');
          out.writeInt(value.getBytes(UTF_8).length);
          out.write(value.getBytes(UTF_8));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
