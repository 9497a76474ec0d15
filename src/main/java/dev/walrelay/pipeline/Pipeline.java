package dev.walrelay.pipeline;

import dev.walrelay.event.EventEncoder;
import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.pgoutput.MessageTranslator;
import dev.walrelay.pgoutput.PgOutputDecoder;
import dev.walrelay.pgoutput.PgOutputMessage;
import dev.walrelay.pgoutput.ServerEncoding;
import dev.walrelay.replication.ReplicationConnection;
import dev.walrelay.transaction.TransactionAssembler;
import dev.walrelay.wal.Lsn;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop from bytes to durable events, for the life of one connection. What is appended in one
 * step is grouped: at once when the reader has caught up, within a few milliseconds while it is
 * behind, and within ten while the log is busy.
 */
final class Pipeline {

  private static final long GROUP_NANOS = Duration.ofMillis(10).toNanos();

  /** At full speed a block fills in about this time: while the log has nothing to do, no longer. */
  private static final long SHORT_GROUP_NANOS = Duration.ofMillis(2).toNanos();

  private static final long IDLE_STEP_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration ROOM_WAIT = Duration.ofMillis(100);
  private static final int BEHIND_AFTER = 256;
  private static final int MESSAGES_PER_SIGN_OF_LIFE = 256;

  private final ReplicationConnection connection;
  private final @Nullable MessageTranslator translator;
  private final PgOutputDecoder decoder;
  private final TransactionAssembler assembler;
  private final ChangeCollector collector;
  private final LogWriter writer;
  private final ReplicationStatus status;
  private final BooleanSupplier stopped;
  private int readsWithoutPause;
  private long idleStepAt = System.nanoTime() - IDLE_STEP_NANOS;

  Pipeline(
      ReplicationConnection connection,
      TransactionAssembler assembler,
      EventEncoder encoder,
      LogPosition start,
      LogWriter writer,
      ReplicationStatus status,
      BooleanSupplier stopped) {
    this.connection = connection;
    ServerEncoding encoding = ServerEncoding.of(connection.encoding());
    this.translator = encoding == null ? null : new MessageTranslator(encoding);
    this.decoder = new PgOutputDecoder(false);
    this.assembler = assembler;
    this.collector = new ChangeCollector(encoder, start.lastId(), start.flushed());
    this.writer = writer;
    this.status = status;
    this.stopped = stopped;
  }

  /** Runs until it is told to stop; what was read by then is handed over. */
  void run() throws InterruptedException {
    try {
      while (!stopped.getAsBoolean()) {
        if (assembler.isReplaying()) {
          replay();
        } else {
          read();
        }
      }
    } finally {
      // Also after a lost connection: whole events are whole, whatever comes next. If there is no
      // room in time they are read again.
      writer.offer(collector.next(), ROOM_WAIT);
    }
  }

  private void read() throws InterruptedException {
    ByteBuffer bytes = connection.read();
    if (bytes == null) {
      connection.takeNotices().forEach(status::noticed);
      caughtUp();
    } else {
      readsWithoutPause++;
      take(translator == null ? bytes : translator.translate(bytes));
    }
  }

  private void take(ByteBuffer bytes) throws InterruptedException {
    int offset = bytes.arrayOffset() + bytes.position();
    PgOutputMessage message = decoder.decode(bytes.array(), offset, bytes.remaining());
    assembler.accept(message, bytes, connection.messageLsn(), collector);
    if (!assembler.settle()) {
      awaitSettled();
    }
    handOverIfDue();
  }

  /** A full disk must look to the server like a slow reader, not like a dead one. */
  private void awaitSettled() throws InterruptedException {
    while (!stopped.getAsBoolean() && !assembler.settle()) {
      status.spillFailed(assembler.problem());
      connection.keepAlive();
    }
    status.spillFailed(null);
  }

  /** A large transaction takes a while, in which the server must hear of us. */
  private void replay() throws InterruptedException {
    for (int i = 0; i < MESSAGES_PER_SIGN_OF_LIFE && assembler.isReplaying(); i++) {
      assembler.replay(collector);
      handOverIfDue();
    }
    connection.keepAlive();
  }

  private void handOverIfDue() throws InterruptedException {
    if (collector.isFull() || (!assembler.isOpen() && collector.hasNews() && isDue())) {
      handOver();
    }
  }

  private boolean isDue() {
    boolean behind = readsWithoutPause >= BEHIND_AFTER;
    long waiting = behind ? collector.waitingNanos() : SHORT_GROUP_NANOS;
    return waiting >= GROUP_NANOS || (waiting >= SHORT_GROUP_NANOS && writer.isIdle());
  }

  private void caughtUp() throws InterruptedException {
    readsWithoutPause = 0;
    if (!writer.isIdle()) {
      return;
    }
    assembler.stored(collector.handedOverTo());
    if (collector.hasNews()) {
      handOver();
    } else if (!assembler.isOpen()) {
      status.caughtUp();
      passIdleWal();
    }
  }

  /** WAL that holds nothing for us must not be kept on the server for us. */
  private void passIdleWal() throws InterruptedException {
    Lsn server = connection.idlePosition();
    long now = System.nanoTime();
    if (server != null
        && server.isAfter(collector.flushed())
        && now - idleStepAt >= IDLE_STEP_NANOS) {
      collector.skipTo(server);
      handOver();
      idleStepAt = now;
    }
  }

  private void handOver() throws InterruptedException {
    if (writer.isIdle()) {
      assembler.stored(collector.handedOverTo());
    }
    while (!writer.offer(collector.next(), ROOM_WAIT)) {
      connection.keepAlive();
      if (stopped.getAsBoolean()) {
        return;
      }
    }
    collector.handedOver();
  }
}
