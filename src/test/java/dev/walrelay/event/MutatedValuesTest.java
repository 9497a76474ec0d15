package dev.walrelay.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Damages values in many small ways. Whatever the bytes say, what is written is one JSON value on
 * one line, and takes no more memory than its size allows. {@code -Pfuzz} runs it for long, with
 * other damage each time.
 */
class MutatedValuesTest {

  private static final int ROUNDS = Integer.getInteger("walrelay.fuzz.rounds", 60_000);
  private static final boolean SHORT = System.getProperty("walrelay.fuzz.rounds") == null;

  /** An endless loop would take longer. */
  private static final Duration ROUNDS_LIMIT = Duration.ofSeconds(60).plusNanos(ROUNDS * 500_000L);

  /** What else than the value a round may take, such as the catalog's answers. */
  private static final int ALLOWED_BYTES = 16 * 1024;

  private static final int ALLOWED_BYTES_PER_BYTE = 64;

  private static final int ROW = 70_000;
  private static final int ROWS = 70_001;
  private static final int HSTORE = 70_002;
  private static final int TEXT_RANGE = 70_003;
  private static final int TEXT_MULTIRANGE = 70_004;
  private static final int DOMAIN = 70_005;

  private record Sample(int typeOid, String text) {

    byte[] bytes() {
      return text.getBytes(UTF_8);
    }
  }

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(16, "t"),
          new Sample(17, "\\x00ff10a0"),
          new Sample(20, "-9223372036854775808"),
          new Sample(25, "text \"é😀\"\n\t\\"),
          new Sample(114, "{\"a\": [1.50e+3, true,\n null, \"\\u00e9\\\"é\"], \"b\": {}}"),
          new Sample(701, "-1.5e-05"),
          new Sample(1082, "0044-03-15 BC"),
          new Sample(1114, "10000-01-01 05:52:18.844738"),
          new Sample(1184, "2026-11-30 05:52:18.844738+00"),
          new Sample(1184, "0044-03-15 05:52:18+00 BC"),
          new Sample(1266, "05:52:18.5+02"),
          new Sample(1700, "-12345678901234567890.50"),
          new Sample(1007, "[2:3][0:1]={{1,2},{NULL,4}}"),
          new Sample(1009, "{a,\"\",NULL,\"NULL\",\"a\\\\b\\\"c\",\"{é,}\"}"),
          new Sample(1001, "{\"\\\\x00ff\",NULL}"),
          new Sample(1020, "{(1,1),(0,0);(2,2),(1,1)}"),
          new Sample(3807, "{\"{\\\"a\\\": [1, \\\"\\\\\\\\\\\"]}\",1}"),
          new Sample(3910, "[\"2026-11-30 05:52:18+00\",infinity)"),
          new Sample(4451, "{[1,2),[5,6],(7,)}"),
          new Sample(ROW, "(1,\"a \"\"b\"\" \\\\ c\",\"{\"\"[1,2)\"\",NULL}\")"),
          new Sample(ROWS, "{\"(1,\\\"a \\\\\\\\ \\\"\\\"b\\\"\\\"\\\",)\",NULL,\"(,,{})\"}"),
          new Sample(HSTORE, "\"a\"=>\"b\", \"c \\\"d\\\\\"=>NULL, \"\"=>\"\""),
          new Sample(TEXT_RANGE, "[\"a\"\"b\",\"\\\\ )\")"),
          new Sample(TEXT_MULTIRANGE, "{[a,b),[\"c]\",\"d}\"],(e,)}"),
          new Sample(DOMAIN, "{1,NULL}"));

  private static final byte[] EXTREMES =
      "{}[]()\"\\,;:=>'.+- \n\r\t0eEtfnNULL\u0000\u001f\u007f\u0080\u00c3\u00e2\u00f0\u00ff"
          .getBytes(ISO_8859_1);

  private final long seed = SHORT ? 20_261_130 : System.nanoTime();
  private final Random random = new Random(seed);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final TypeWriters types = Written.types(catalog());
  private final JsonMapper json =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxNestingDepth(Integer.MAX_VALUE)
                          .build())
                  .build())
          .build();

  private static SettableCatalog catalog() {
    return new SettableCatalog()
        .type(
            ROW,
            new PgType.Composite(
                List.of(
                    new PgType.Attribute("a", 23),
                    new PgType.Attribute("b \"é\"", 25),
                    new PgType.Attribute("c", 3905))))
        .type(ROWS, new PgType.Array(ROW, ','))
        .type(HSTORE, new PgType.Hstore())
        .type(TEXT_RANGE, new PgType.Range(25))
        .type(TEXT_MULTIRANGE, new PgType.Multirange(25))
        .type(DOMAIN, new PgType.Domain(1007));
  }

  @Test
  void damageIsWrittenAsOneJsonValueOnOneLine() {
    assertTimeoutPreemptively(ROUNDS_LIMIT, this::damage);
  }

  private void damage() {
    for (int round = 0; round < ROUNDS; round++) {
      Sample sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
      byte[] text = sample.bytes();
      for (int n = random.nextInt(4); n >= 0; n--) {
        text = mutated(text);
      }
      try {
        JsonBuffer written = writtenFrugally(types.writer(sample.typeOid()), text);
        String line = new String(written.array(), 0, written.size(), UTF_8);
        assertThat(line).doesNotContain("\n", "\r");
        assertThat(line.getBytes(UTF_8)).isEqualTo(written.toByteArray());
        json.readTree(line);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(sample.typeOid() + " " + HexFormat.of().formatHex(text), e);
      }
    }
  }

  @Test
  void undamagedSamplesAreWrittenAsTheirTypes() {
    for (Sample sample : SAMPLES) {
      byte[] text = sample.bytes();
      ValueWriter writer = types.writer(sample.typeOid());

      assertThat(writer.write(text, 0, text.length, new JsonBuffer(1))).as(sample.text()).isTrue();
    }
  }

  private JsonBuffer writtenFrugally(ValueWriter writer, byte[] text) {
    long before = threads.getCurrentThreadAllocatedBytes();
    JsonBuffer out = new JsonBuffer(16);
    writer.writeOrText(text, 0, text.length, out);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThanOrEqualTo(ALLOWED_BYTES + (long) ALLOWED_BYTES_PER_BYTE * text.length);
    return out;
  }

  private byte[] mutated(byte[] text) {
    int from = random.nextInt(text.length + 1);
    int to = Math.min(text.length, from + random.nextInt(8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(text, 0, from);
    switch (random.nextInt(6)) {
      case 0 -> out.write(random.nextInt(256));
      case 1, 2 -> out.write(EXTREMES[random.nextInt(EXTREMES.length)]);
      case 3 -> {
        // Leaves the part out.
      }
      case 4 -> repeat(text, from, to, out);
      default -> {
        byte[] other = SAMPLES.get(random.nextInt(SAMPLES.size())).bytes();
        int start = random.nextInt(other.length);
        out.write(other, start, random.nextInt(other.length - start + 1));
      }
    }
    if (random.nextInt(10) > 0) {
      out.write(text, to, text.length - to);
    }
    return out.toByteArray();
  }

  private void repeat(byte[] text, int from, int to, ByteArrayOutputStream out) {
    for (int n = random.nextInt(20); n >= 0; n--) {
      out.write(text, from, to - from);
    }
  }
}
