package dev.walrelay.pipeline;

import dev.walrelay.event.Catalog;
import dev.walrelay.event.EventEncoder;
import dev.walrelay.event.JsonSettings;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.pipeline.ReplicationStatus.State;
import dev.walrelay.replication.Prepared;
import dev.walrelay.replication.ReplicationConnection;
import dev.walrelay.replication.ReplicationException;
import dev.walrelay.replication.ReplicationSource;
import dev.walrelay.replication.SlotLostException;
import dev.walrelay.transaction.PreparedTransactionLostException;
import dev.walrelay.transaction.SpillDirectory;
import dev.walrelay.transaction.TransactionAssembler;
import dev.walrelay.transaction.UnstreamedNeededException;
import dev.walrelay.wal.Lsn;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection after the other reading into the log, from start to stop, on a thread of its
 * own. Whatever ends a connection, the next one goes on where the log ends.
 */
public final class Replication {

  private static final Logger LOGGER = LoggerFactory.getLogger(Replication.class);
  private static final Duration STORE_WAIT = Duration.ofSeconds(3);
  private static final Duration STOP_WAIT = Duration.ofSeconds(7);

  /** A connection that lasted as long was a good one: its end is no sign of a lasting problem. */
  private static final Duration STEADY = Duration.ofSeconds(10);

  private final ReplicationSource source;
  private final EventLog log;
  private final SpillDirectory spill;
  private final boolean adopt;
  private final JsonSettings json;
  private final Catalog catalog;
  private final ReplicationStatus status;
  private final StoredListener listener;
  private final ConfirmPolicy policy;
  private final SourceHistory history;
  private final Backoff reconnect = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(10));
  private final Backoff standby = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(2));
  private final CountDownLatch stop = new CountDownLatch(1);
  private boolean streaming;
  private boolean unstreamedNext;

  /** Why the slot can't be read on, as reading it has shown. */
  private @Nullable String lost;

  private @Nullable Thread thread;
  private volatile @Nullable ReplicationConnection connection;
  private volatile @Nullable LogWriter writer;

  /**
   * Does nothing until it is started.
   *
   * @param spill where unfinished transactions are kept
   * @param adopt whether the log may go on with another database system than before
   * @param listener told of what is stored, in the order of the log
   * @param policy asked for what the slot may forget
   */
  public Replication(
      ReplicationSource source,
      EventLog log,
      SpillDirectory spill,
      boolean adopt,
      JsonSettings json,
      Catalog catalog,
      ReplicationStatus status,
      StoredListener listener,
      ConfirmPolicy policy) {
    this.source = source;
    this.log = log;
    this.spill = spill;
    this.adopt = adopt;
    this.json = json;
    this.catalog = catalog;
    this.status = status;
    this.listener = listener;
    this.policy = policy;
    this.history = new SourceHistory(log);
  }

  /**
   * Starts to read. A server that is away, or a slot that another process holds, is waited for.
   *
   * @throws ReplicationException if the first attempt fails for a reason that waiting does not mend
   */
  public void start() {
    ReplicationConnection first = null;
    try {
      first = connect();
    } catch (ReplicationException e) {
      switch (e.kind()) {
        case MISCONFIGURED, OTHER_SYSTEM -> throw e;
        case SLOT_LOST, SLOT_BUSY, SERVER_FAULT, UNAVAILABLE -> failed(e);
      }
    }
    ReplicationConnection connected = first;
    thread = Thread.ofPlatform().name("walrelay-replication").daemon().start(() -> run(connected));
  }

  /** Stops reading, with all that was read stored and confirmed if that takes a few seconds. */
  public void stop() {
    stop.countDown();
    Thread running = thread;
    if (running == null) {
      return;
    }
    try {
      running.join(STOP_WAIT);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Why what is read can't be stored at present, or null. */
  public @Nullable String storageFailure() {
    LogWriter current = writer;
    String failure = current == null ? null : current.failure();
    return failure == null ? status.spillFailure() : failure;
  }

  private boolean isStopped() {
    return stop.getCount() == 0;
  }

  private void run(@Nullable ReplicationConnection first) {
    try (LogWriter writer = new LogWriter(log, this::stored)) {
      this.writer = writer;
      ReplicationConnection next = first;
      while (!isStopped()) {
        Duration pause = next == null ? attempt(writer) : read(next, writer);
        next = null;
        if (stop.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
      if (next != null) {
        next.close();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration attempt(LogWriter writer) throws InterruptedException {
    // What the connection before has read must be stored first: the next begins where the log ends.
    while (!writer.awaitIdle(STORE_WAIT)) {
      if (isStopped()) {
        return Duration.ZERO;
      }
    }
    try {
      return read(connect(), writer);
    } catch (RuntimeException | VirtualMachineError e) {
      return failed(e);
    }
  }

  private ReplicationConnection connect() {
    Prepared prepared = prepare();
    boolean otherSystem = history.isOfAnotherSystemThan(prepared);
    history.continueFrom(prepared);
    if (otherSystem || prepared.slotOrigin() != Prepared.SlotOrigin.FOUND) {
      spill.forgetPrepared();
    }
    LogPosition position = log.position();
    Lsn from = position.flushed();
    Lsn confirm = policy.confirmable(position);
    streaming = prepared.streamable() && !unstreamedNext;
    ReplicationConnection made =
        streaming
            ? source.start(prepared, from, confirm)
            : source.startUnstreamed(prepared, from, confirm);
    unstreamedNext = false;
    lost = null;
    streaming(prepared, from);
    return made;
  }

  private Prepared prepare() {
    try {
      return source.prepare(history.stored(), lost);
    } catch (ReplicationException e) {
      if (adopt && e.kind() == ReplicationException.Kind.OTHER_SYSTEM) {
        return source.prepare(null, null);
      }
      throw e;
    }
  }

  private Duration read(ReplicationConnection made, LogWriter writer) throws InterruptedException {
    connection = made;
    long since = System.nanoTime();
    try (made;
        TransactionAssembler assembler = new TransactionAssembler(spill, streaming)) {
      EventEncoder encoder = new EventEncoder(history.epoch(), json, catalog);
      LogPosition start = log.position();
      new Pipeline(made, assembler, encoder, start, writer, status, this::isStopped).run();
      writer.awaitIdle(STORE_WAIT);
      return Duration.ZERO;
    } catch (UnstreamedNeededException e) {
      LOGGER.info("{}", e.getMessage());
      unstreamedNext = true;
      return Duration.ZERO;
    } catch (SlotLostException e) {
      lost = e.why();
      return failed(e);
    } catch (RuntimeException | VirtualMachineError e) {
      // Transactions that were rolled back are decoded only for streaming, and not without fault:
      // a table that was emptied in one can stop it for good.
      unstreamedNext =
          e instanceof ReplicationException known
              && known.kind() == ReplicationException.Kind.SERVER_FAULT;
      return failed(e);
    } finally {
      connection = null;
      if (System.nanoTime() - since > STEADY.toNanos()) {
        reconnect.reset();
      }
    }
  }

  private void stored(List<Handover> handovers, LogPosition position) {
    confirm(position);
    status.storedUpTo(handovers, position.flushed());
    listener.stored(handovers, position);
  }

  /** Lets the slot forget what it may by now; for any thread. */
  public void confirm() {
    confirm(log.position());
  }

  private void confirm(LogPosition position) {
    ReplicationConnection reading = connection;
    if (reading != null) {
      reading.confirm(policy.confirmable(position));
    }
  }

  private void streaming(Prepared prepared, Lsn stored) {
    standby.reset();
    status.streaming(stored);
    LOGGER.info(
        "Reading slot '{}' ({}) with publication '{}'{} from PostgreSQL {} at {}, {} bytes behind.",
        prepared.slot(),
        prepared.slotOrigin().name().toLowerCase(java.util.Locale.ROOT),
        prepared.publication(),
        prepared.publicationCreated() ? " (created)" : "",
        prepared.serverVersion(),
        Lsn.max(prepared.confirmed(), stored),
        prepared.lagBytes());
  }

  /**
   * Takes note of what ended an attempt, and says how long to wait before the next. A row too large
   * for the heap is no reason to stop without a word.
   */
  private Duration failed(Throwable e) {
    State state =
        switch (e) {
          case ReplicationException known -> stateAfter(known.kind());
          case PreparedTransactionLostException _ -> State.FAILED;
          default -> State.RECONNECTING;
        };
    String reason = reason(e);
    if (status.become(state, reason)) {
      report(e, state);
    }
    return state == State.STANDBY ? standby.next() : reconnect.next();
  }

  private static State stateAfter(ReplicationException.Kind kind) {
    return switch (kind) {
      case SLOT_BUSY -> State.STANDBY;
      case SERVER_FAULT, UNAVAILABLE -> State.RECONNECTING;
      case MISCONFIGURED, OTHER_SYSTEM, SLOT_LOST -> State.FAILED;
    };
  }

  private static String reason(Throwable e) {
    return e instanceof OutOfMemoryError
        ? ("There is not enough memory for what comes next (%s); give the service a larger heap"
                + " (-Xmx). Nothing is lost meanwhile: the slot keeps the changes.")
            .formatted(e.getMessage())
        : String.valueOf(e.getMessage());
  }

  private static void report(Throwable e, State state) {
    if (!(e instanceof ReplicationException || e instanceof PreparedTransactionLostException)) {
      LOGGER.error("Reading was broken off and begins again at the last stored position.", e);
    } else if (state == State.STANDBY) {
      LOGGER.info("{}", e.getMessage());
    } else {
      LOGGER.error("{}", e.getMessage());
    }
  }
}
