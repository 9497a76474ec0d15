package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.RetentionGapException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.DamagedLogException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A subscription that exists: what is stored of it, its state, and its worker while it runs. */
final class Channel implements Worker.Owner {

  private static final Logger logger = LoggerFactory.getLogger(Channel.class);

  private final Engine engine;
  private final SubscriptionTable table;
  private final long id;
  private final SecretRing secrets;
  private final AttemptLog attempts;

  /**
   * Held by whoever changes it, or stores how far it is; never taken by its senders, for whom that
   * one may wait.
   */
  private final ReentrantLock changing = new ReentrantLock();

  private final Standing standing;
  private final DeadLetters letters;
  private final Runner runner;

  private volatile Subscription spec;
  private volatile boolean declared;
  private volatile @Nullable String trouble;
  private volatile boolean deleted;

  Channel(Engine engine, SubscriptionTable table, SubscriptionTable.Row row) {
    this.engine = engine;
    this.table = table;
    this.id = row.id();
    this.spec = row.spec();
    this.declared = row.declared();
    this.standing = new Standing(engine, table, row);
    this.letters = new DeadLetters(engine, row.id());
    this.attempts = engine.database().read(connection -> AttemptLog.load(connection, row.id()));
    this.secrets = new SecretRing(engine, table, id);
    secrets.load(spec);
    this.runner = new Runner(engine, id, secrets::signer, attempts);
  }

  Subscription spec() {
    return spec;
  }

  boolean isDeclared() {
    return declared;
  }

  SubscriptionState state() {
    return standing.state();
  }

  /** Why it is not active, or does not deliver although it is. */
  @Nullable String reason() {
    String why = standing.reason();
    return why == null ? trouble : why;
  }

  AttemptLog attempts() {
    return attempts;
  }

  SecretRing secrets() {
    return secrets;
  }

  DeadLetters letters() {
    return letters;
  }

  /** Everything up to here is done. */
  EventId cursor() {
    return runner.progress().position();
  }

  /** What waits first, or null. */
  DeliveryQueue.@Nullable Pending pending() {
    return runner.pending();
  }

  /** Starts to deliver, if it is to. */
  void start() {
    changing.lock();
    try {
      runIfActive();
    } finally {
      changing.unlock();
    }
  }

  private void runIfActive() {
    if (deleted || state() != SubscriptionState.ACTIVE) {
      return;
    }
    try {
      if (isAhead(cursor())) {
        become(SubscriptionState.EXPIRED, Reasons.AHEAD);
      } else if (runner.start(spec, declared, this)) {
        trouble = null;
      } else {
        expire();
      }
    } catch (DamagedLogException e) {
      disable(e);
    }
  }

  /** Begins no further attempt, ever. */
  void stop() {
    runner.close();
  }

  /**
   * After {@link #stop}, waits for the attempts in flight.
   *
   * @return whether they have ended
   */
  boolean join(Duration atMost) throws InterruptedException {
    return runner.join(atMost);
  }

  /** After {@link #stop}, cuts off what is still in flight, and stores how far it is. */
  void close() {
    changing.lock();
    try {
      runner.halt();
      saveAttempts();
    } finally {
      changing.unlock();
    }
  }

  /** What somebody still wants of it once it is deleted ends here. */
  private void lockUnlessDeleted() {
    changing.lock();
    if (deleted) {
      changing.unlock();
      throw new UnknownSubscriptionException(spec.name());
    }
  }

  /** Changes it while nobody delivers, and goes on if it is active then. */
  private void whileHalted(Runnable change) {
    lockUnlessDeleted();
    try {
      runner.halt();
      change.run();
      runIfActive();
    } finally {
      changing.unlock();
    }
  }

  /**
   * One that has expired stays so: whoever resumes it has to learn that it has missed something.
   */
  void pause() {
    lockUnlessDeleted();
    try {
      if (state() != SubscriptionState.EXPIRED) {
        standing.become(SubscriptionState.PAUSED, null);
      }
      // What is in flight ends by itself, and is not sent twice.
      runner.stop();
    } finally {
      changing.unlock();
    }
  }

  void resume() {
    lockUnlessDeleted();
    try {
      if (state() != SubscriptionState.ACTIVE) {
        whileHalted(
            () -> {
              planGapIfBehind();
              standing.become(SubscriptionState.ACTIVE, null);
            });
      }
    } finally {
      changing.unlock();
    }
  }

  private boolean isAhead(EventId position) {
    return new StartPosition.After(position).isAhead(engine.log());
  }

  /** The endpoint is told that it misses something before it gets what follows. */
  private void planGapIfBehind() {
    EventId gone = engine.log().floor();
    EventId before = runner.progress().position();
    EventId scanned = SavedQueue.load(engine, id).scanned();
    boolean missing = gone.isAfter(scanned) && !scanned.equals(EventId.NONE);
    boolean behind = (missing || state() == SubscriptionState.EXPIRED) && gone.isAfter(before);
    boolean ahead = isAhead(before);
    if (behind || ahead) {
      Content.Gap gap = new Content.Gap(gone, before);
      runner.startOver(
          Progress.at(ahead ? EventId.NONE : before, 0),
          List.of(new PlanCodec.Entry(gap, Shape.of(spec))));
    }
  }

  /** Does something else from now on; what was tried before is delivered as it was. */
  void change(Subscription changed, boolean byOperator) {
    whileHalted(
        () -> {
          SavedQueue plan = SavedQueue.load(engine, id);
          // What a process before this one has tried, nobody knows.
          List<PlanCodec.Entry> kept = runner.hasRun() ? plan.tried() : plan.open();
          engine
              .commits()
              .commit(
                  connection -> {
                    table.change(connection, id, changed, byOperator);
                    ProgressTable.replace(connection, id, plan.progress(), kept);
                    secrets.addMissing(connection, changed);
                  });
          spec = changed;
          declared = byOperator;
          secrets.load(changed);
        });
  }

  /**
   * Delivers again from a position on; never leaves anything out.
   *
   * @throws RetentionGapException if events after it are no longer stored, or it is another log's
   */
  void replay(StartPosition from) {
    EventId position = from.resolveStored(engine.log());
    whileHalted(
        () -> {
          EventId cursor = runner.progress().position();
          boolean skips = position.isAfter(cursor) && !engine.log().floor().isAfter(cursor);
          runner.startOver(Progress.at(skips ? cursor : position, 0), List.of());
          if (state() != SubscriptionState.PAUSED) {
            standing.become(SubscriptionState.ACTIVE, null);
          }
        });
  }

  List<Secret> rotateSecrets() {
    lockUnlessDeleted();
    try {
      return secrets.rotate(spec);
    } finally {
      changing.unlock();
    }
  }

  /** Sends something once, beside whatever is delivered. */
  Answer test(String deliveryId, Body body) {
    if (deleted) {
      throw new UnknownSubscriptionException(spec.name());
    }
    try (Endpoint endpoint = engine.endpoint(spec, declared)) {
      return endpoint.post(deliveryId, body, secrets.signer());
    }
  }

  /** Lets all dead letters be tried again, in order, before anything else; returns how many. */
  int replayLetters() {
    return changeLetters(LetterTable::replay);
  }

  /** Forgets all dead letters; returns how many. */
  int deleteLetters() {
    return changeLetters(LetterTable::deleteAll);
  }

  /** Changes its dead letters while none is tried again; returns how many. */
  int changeLetters(LetterTable.Change change) {
    int[] changed = new int[1];
    whileHalted(
        () -> engine.commits().commit(connection -> changed[0] = change.run(connection, id)));
    letters.recount();
    return changed[0];
  }

  void delete() {
    lockUnlessDeleted();
    try {
      runner.halt();
      engine.commits().commit(connection -> table.delete(connection, id));
      deleted = true;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Stores what need not be stored at once, looks whether it has expired while it stood, and starts
   * it again if it should deliver and does not. Leaves it alone while somebody changes it, who does
   * all that.
   */
  void keepHouse() {
    if (!changing.tryLock()) {
      return;
    }
    try {
      if (!deleted && !runner.isClosed()) {
        saveAttempts();
        runner.save();
        expireIfBehind();
        revive();
      }
    } finally {
      changing.unlock();
    }
  }

  private void saveAttempts() {
    attempts.saveNew(
        slots ->
            engine.commits().commitRelaxed(connection -> AttemptLog.save(connection, id, slots)));
  }

  private void expireIfBehind() {
    SubscriptionState state = state();
    if (state == SubscriptionState.PAUSED || state == SubscriptionState.DISABLED) {
      anchor();
      EventId cursor = cursor();
      if (!cursor.equals(EventId.NONE) && engine.log().floor().isAfter(cursor)) {
        expire();
      }
    }
  }

  /**
   * Before the first event is stored nobody can tell what it may miss; from then on, it is that.
   */
  private void anchor() {
    Optional<EventId> first = engine.log().earliest();
    if (first.isPresent()
        && cursor().equals(EventId.NONE)
        && SavedQueue.load(engine, id).scanned().equals(EventId.NONE)) {
      runner.halt();
      runner.startOver(Progress.at(first.get().predecessor(), 0), List.of());
    }
  }

  private void revive() {
    if (state() != SubscriptionState.ACTIVE || !runner.isToBeStarted()) {
      return;
    }
    try {
      runner.halt();
      runIfActive();
    } catch (RuntimeException e) {
      trouble = "It could not be started, which is tried again: " + e.getMessage();
      throw e;
    }
  }

  private void become(SubscriptionState next, @Nullable String why) {
    standing.become(next, why);
    if (why != null) {
      logger.error("Webhook subscription '{}' has stopped ({}). {}", spec.name(), next.text(), why);
    }
  }

  private void expire() {
    become(SubscriptionState.EXPIRED, Reasons.EXPIRED);
  }

  @Override
  public void expired(Worker from) {
    expire();
    from.stop();
  }

  @Override
  public void gone(Worker from) {
    become(SubscriptionState.DISABLED, Reasons.GONE);
    from.stop();
  }

  @Override
  public void damaged(Worker from, DamagedLogException e) {
    disable(e);
    from.stop();
  }

  private void disable(DamagedLogException e) {
    become(SubscriptionState.DISABLED, Reasons.damaged(e));
  }

  @Override
  public void lettersChanged() {
    letters.recount();
  }
}
