package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.RetentionGapException;
import dev.walrelay.delivery.StartPosition;
import dev.walrelay.delivery.cel.FilterExpression;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import dev.walrelay.eventlog.LogDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A subscription that exists: what is stored of it, its state, and its worker while it runs. */
final class Channel implements Worker.Owner {

  private static final Logger logger = LoggerFactory.getLogger(Channel.class);
  private static final Duration ABORT_WAIT = Duration.ofSeconds(30);

  private final Engine engine;
  private final SubscriptionTable table;
  private final long id;
  private final SecretRing secrets;
  private final AttemptLog attempts;

  /** Held by whoever changes it; never taken by its senders, for whom that one may wait. */
  private final ReentrantLock changing = new ReentrantLock();

  private volatile Subscription spec;
  private volatile boolean declared;
  private volatile SubscriptionState state;
  private volatile @Nullable String reason;
  private volatile @Nullable Worker worker;
  private volatile Progress saved;
  private volatile long letters;
  private boolean hasRun;

  Channel(Engine engine, SubscriptionTable table, SubscriptionTable.Row row) {
    this.engine = engine;
    this.table = table;
    this.id = row.id();
    this.spec = row.spec();
    this.declared = row.declared();
    this.state = row.state();
    this.reason = row.reason();
    this.attempts = read(connection -> AttemptLog.load(connection, row.id()));
    this.saved = read(connection -> ProgressTable.load(connection, row.id()));
    this.letters = countLetters();
    this.secrets = new SecretRing(engine, table, id);
    secrets.load(spec);
  }

  private <T> T read(LogDatabase.Work<T> work) {
    return engine.database().read(work);
  }

  Subscription spec() {
    return spec;
  }

  boolean isDeclared() {
    return declared;
  }

  SubscriptionState state() {
    return state;
  }

  /** Why it is not active, if it is not. */
  @Nullable String reason() {
    return reason;
  }

  AttemptLog attempts() {
    return attempts;
  }

  SecretRing secrets() {
    return secrets;
  }

  /** How many dead letters there are. */
  long letters() {
    return letters;
  }

  /** Everything up to here is done. */
  EventId cursor() {
    return progress().position();
  }

  private Progress progress() {
    Worker running = worker;
    return running == null ? saved : running.queue().progress();
  }

  /** What waits first, or null. */
  DeliveryQueue.@Nullable Pending pending() {
    Worker running = worker;
    return running == null ? null : running.queue().pending();
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
    if (state != SubscriptionState.ACTIVE) {
      return;
    }
    SavedQueue plan = SavedQueue.load(engine, id);
    saved = plan.progress();
    DeliveryQueue queue = plan.queue(spec, new Bodies(engine.log(), engine.source()));
    if (queue == null) {
      expire();
      return;
    }
    Worker made = new Worker(engine, id, spec, declared, secrets::signer, attempts, queue, this);
    worker = made;
    hasRun = true;
    made.start(plan.scanned(), filter());
  }

  private Filter filter() {
    String expression = spec.filter();
    String name = spec.name();
    return expression == null
        ? spec.indexFilter()
        : spec.indexFilter()
            .withCondition(
                FilterExpression.compile(expression)
                    .condition(() -> engine.deliveries().filterFailed("webhook", name)));
  }

  /** Begins no further attempt. */
  void stop() {
    Worker running = worker;
    if (running != null) {
      running.stop();
    }
  }

  /**
   * After {@link #stop}, waits for the attempts in flight.
   *
   * @return whether they have ended
   */
  boolean join(Duration atMost) throws InterruptedException {
    Worker running = worker;
    return running == null || running.join(atMost);
  }

  /** Cuts off what is in flight, and waits until nobody delivers any more. */
  void halt() {
    Worker running = worker;
    if (running == null) {
      return;
    }
    running.abort();
    try {
      if (!running.join(ABORT_WAIT)) {
        throw new IllegalStateException(
            "The senders of webhook subscription '%s' did not end in time; try again."
                .formatted(spec.name()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The service is stopping.", e);
    }
    saveProgress(running.queue().progress());
    worker = null;
  }

  private void saveProgress(Progress progress) {
    engine.commits().commitRelaxed(connection -> ProgressTable.save(connection, id, progress));
    saved = progress;
  }

  /** Changes it while nobody delivers, and goes on if it is active then. */
  private void whileHalted(Runnable change) {
    changing.lock();
    try {
      halt();
      change.run();
      runIfActive();
    } finally {
      changing.unlock();
    }
  }

  void pause() {
    changing.lock();
    try {
      become(SubscriptionState.PAUSED, null);
      // What is in flight ends by itself, and is not sent twice.
      stop();
    } finally {
      changing.unlock();
    }
  }

  void resume() {
    if (state != SubscriptionState.ACTIVE) {
      whileHalted(
          () -> {
            planGapIfBehind();
            become(SubscriptionState.ACTIVE, null);
          });
    }
  }

  /** The endpoint is told that it misses something before it gets what follows. */
  private void planGapIfBehind() {
    EventId gone = engine.log().floor();
    EventId before = saved.position();
    EventId scanned = SavedQueue.load(engine, id).scanned();
    boolean missing = gone.isAfter(scanned) && !scanned.equals(EventId.NONE);
    if ((missing || state == SubscriptionState.EXPIRED) && gone.isAfter(before)) {
      Content.Gap gap = new Content.Gap(gone, before);
      startOver(Progress.at(before, 0), List.of(new PlanCodec.Entry(gap, Shape.of(spec))));
    }
  }

  private void startOver(Progress progress, List<PlanCodec.Entry> plan) {
    engine.commits().commit(connection -> ProgressTable.replace(connection, id, progress, plan));
    saved = progress;
  }

  /** Does something else from now on; what was tried before is delivered as it was. */
  void change(Subscription changed, boolean byOperator) {
    whileHalted(
        () -> {
          SavedQueue plan = SavedQueue.load(engine, id);
          // What a process before this one has tried, nobody knows.
          List<PlanCodec.Entry> kept = hasRun ? plan.tried() : plan.open();
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
   * @throws RetentionGapException if events after it are no longer stored
   */
  void replay(StartPosition from) {
    EventId position = from.resolve(engine.log());
    EventId floor = engine.log().floor();
    if (floor.isAfter(position)) {
      throw new RetentionGapException(position, engine.log().earliest());
    }
    whileHalted(
        () -> {
          EventId cursor = saved.position();
          boolean skips = position.isAfter(cursor) && !floor.isAfter(cursor);
          startOver(Progress.at(skips ? cursor : position, 0), List.of());
          if (state != SubscriptionState.PAUSED) {
            become(SubscriptionState.ACTIVE, null);
          }
        });
  }

  List<Secret> rotateSecrets() {
    changing.lock();
    try {
      return secrets.rotate(spec);
    } finally {
      changing.unlock();
    }
  }

  /** Sends something once, beside whatever is delivered. */
  Answer test(String deliveryId, Body body) {
    try (Endpoint endpoint = engine.endpoint(spec, declared)) {
      return endpoint.post(deliveryId, body, secrets.signer());
    }
  }

  List<DeadLetter> letters(long afterId, int limit) {
    return read(connection -> LetterTable.list(connection, id, afterId, limit));
  }

  /** Lets all dead letters be tried again, in order, before anything else; returns how many. */
  int replayLetters() {
    return changeLetters(connection -> LetterTable.replay(connection, id));
  }

  /** Forgets all dead letters; returns how many. */
  int deleteLetters() {
    return changeLetters(connection -> LetterTable.deleteAll(connection, id));
  }

  private int changeLetters(LogDatabase.Work<Integer> work) {
    int[] changed = new int[1];
    whileHalted(() -> engine.commits().commit(connection -> changed[0] = work.run(connection)));
    lettersChanged();
    return changed[0];
  }

  void delete() {
    changing.lock();
    try {
      halt();
      state = SubscriptionState.DISABLED;
      engine.commits().commit(connection -> table.delete(connection, id));
    } finally {
      changing.unlock();
    }
  }

  /** Stores what need not be stored at once, and looks whether it has expired while it stood. */
  void keepHouse() {
    if (attempts.isUnsaved()) {
      List<AttemptLog.Slot> slots = attempts.unsaved();
      engine.commits().commitRelaxed(connection -> AttemptLog.save(connection, id, slots));
    }
    Worker running = worker;
    if (running != null && !running.queue().progress().equals(saved)) {
      engine
          .commits()
          .commitRelaxed(
              connection -> {
                saved = running.queue().progress();
                ProgressTable.save(connection, id, saved);
              });
    }
    boolean stands = state == SubscriptionState.PAUSED || state == SubscriptionState.DISABLED;
    EventId cursor = cursor();
    if (stands && !cursor.equals(EventId.NONE) && engine.log().floor().isAfter(cursor)) {
      expire();
    }
  }

  private void become(SubscriptionState next, @Nullable String why) {
    engine.commits().commit(connection -> table.become(connection, id, next, why));
    state = next;
    reason = why;
  }

  private void expire() {
    become(
        SubscriptionState.EXPIRED,
        "Events that were not delivered are no longer stored (walrelay.log.max-age,"
            + " walrelay.log.max-size). Resume it to go on with the earliest one; a gap event will"
            + " come first.");
    logger.error(
        "Webhook subscription '{}' has expired: events that were not delivered are no longer"
            + " stored. Resume it to go on with the earliest one.",
        spec.name());
  }

  @Override
  public void expired(Worker from) {
    from.stop();
    expire();
  }

  @Override
  public void gone(Worker from) {
    from.stop();
    become(
        SubscriptionState.DISABLED,
        "The endpoint answered 410 Gone. Resume it once the endpoint is back.");
    logger.warn(
        "Webhook subscription '{}' is disabled: its endpoint answered 410 Gone.", spec.name());
  }

  @Override
  public void lettersChanged() {
    letters = countLetters();
  }

  private long countLetters() {
    return read(connection -> LetterTable.totals(connection, id)).count();
  }
}
