package dev.walrelay.bench.decoding;

import dev.walrelay.event.Catalog;
import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventEncoder;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.event.PgType;
import dev.walrelay.pgoutput.PgOutputDecoder;
import dev.walrelay.transaction.Change;
import dev.walrelay.transaction.SpillDirectory;
import dev.walrelay.transaction.TransactionAssembler;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** An operation is one update; the transactions around them are paid for by them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DecodingBenchmark {

  /** As large as the batches of the pipeline. */
  private static final int BATCH = 256 * 1024;

  private static final Catalog NO_CATALOG =
      new Catalog() {
        @Override
        public Optional<List<String>> primaryKey(int relationOid) {
          return Optional.empty();
        }

        @Override
        public Optional<PgType> type(int oid) {
          return Optional.empty();
        }
      };

  /** What a pass takes beside time, which other processes on the machine lengthen. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Traffic {

    /** Bytes of messages so far. */
    public long bytes;

    /** The processor's time so far. */
    public long cpuNanos;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long cpuBefore;

    /** Before a pass over all messages. */
    @Setup(Level.Invocation)
    public void start() {
      cpuBefore = threads.getCurrentThreadCpuTime();
    }

    void finish(CapturedUpdates updates) {
      bytes += updates.size();
      cpuNanos += threads.getCurrentThreadCpuTime() - cpuBefore;
    }
  }

  private final CapturedUpdates updates = new CapturedUpdates();
  private final PgOutputDecoder decoder = new PgOutputDecoder(false);

  /** Nothing is streamed here, so that nothing is spilled. */
  private final TransactionAssembler assembler =
      new TransactionAssembler(SpillDirectory.open(Path.of("target", "spill"), 1 << 20), false);

  private final EventEncoder encoder = new EventEncoder(0, JsonSettings.DEFAULT, NO_CATALOG);
  private EventBatch batch = new EventBatch(BATCH);

  /** Only looks at each byte: what anything else is to be compared with. */
  @Benchmark
  @OperationsPerInvocation(CapturedUpdates.COUNT)
  public int readThrough(Traffic traffic) {
    int sum = 0;
    for (byte[] message : updates.messages()) {
      for (byte b : message) {
        sum += b;
      }
    }
    traffic.finish(updates);
    return sum;
  }

  /** From bytes to messages. */
  @Benchmark
  @OperationsPerInvocation(CapturedUpdates.COUNT)
  public void decode(Traffic traffic, Blackhole blackhole) {
    for (byte[] message : updates.messages()) {
      blackhole.consume(decoder.decode(message, 0, message.length));
    }
    traffic.finish(updates);
  }

  /** From bytes to JSON bytes. */
  @Benchmark
  @OperationsPerInvocation(CapturedUpdates.COUNT)
  public void decodeAndEncode(Traffic traffic, Blackhole blackhole) {
    for (int i = 0; i < updates.messages().size(); i++) {
      byte[] message = updates.messages().get(i);
      assembler.accept(
          decoder.decode(message, 0, message.length),
          updates.buffers().get(i),
          updates.positions().get(i),
          this::encode);
      if (batch.size() >= BATCH) {
        blackhole.consume(batch);
        batch = new EventBatch(batch.size() + 16 * 1024);
      }
    }
    traffic.finish(updates);
  }

  private void encode(Change change) {
    if (change instanceof Change.InTransaction inTransaction) {
      encoder.encode(inTransaction, batch);
    }
  }
}
