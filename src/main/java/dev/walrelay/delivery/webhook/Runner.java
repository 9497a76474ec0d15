package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.cel.FilterExpression;
import dev.walrelay.event.Filter;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The worker of one subscription while it runs, never more than one, and how far the subscription
 * is. Its owner sees to it that it is started, halted and saved by one thread at a time: what one
 * of them stores must not be older than what another one has.
 */
final class Runner {

  private static final Duration ABORT_WAIT = Duration.ofSeconds(30);

  private final Engine engine;
  private final long id;
  private final Supplier<Signer> signer;
  private final AttemptLog attempts;
  private volatile @Nullable Worker worker;
  private volatile Progress saved;
  private volatile boolean closed;
  private boolean hasRun;

  Runner(Engine engine, long id, Supplier<Signer> signer, AttemptLog attempts) {
    this.engine = engine;
    this.id = id;
    this.signer = signer;
    this.attempts = attempts;
    this.saved = engine.database().read(connection -> ProgressTable.load(connection, id));
  }

  /** How far it is now. */
  Progress progress() {
    Worker running = worker;
    return running == null ? saved : running.queue().progress();
  }

  /** What waits first, or null. */
  DeliveryQueue.@Nullable Pending pending() {
    Worker running = worker;
    return running == null ? null : running.queue().pending();
  }

  /** Whether it has delivered since the service was started. */
  boolean hasRun() {
    return hasRun;
  }

  /** Whether nobody delivers, or not as many as should. */
  boolean isToBeStarted() {
    Worker running = worker;
    return running == null || running.needsReplacement();
  }

  /**
   * Starts to deliver, unless it does already.
   *
   * @return false if an event that it has planned to deliver is no longer stored
   */
  boolean start(Subscription spec, boolean declared, Worker.Owner owner) {
    if (worker != null) {
      return true;
    }
    SavedQueue plan = SavedQueue.load(engine, id);
    saved = plan.progress();
    DeliveryQueue queue = plan.queue(spec, new Bodies(engine.log(), engine.source()));
    if (queue == null) {
      return false;
    }
    Filter filter = filter(spec);
    Worker made = new Worker(engine, id, spec, declared, signer, attempts, queue, owner);
    worker = made;
    hasRun = true;
    made.start(plan.scanned(), filter);
    if (closed) {
      made.stop();
    }
    return true;
  }

  private Filter filter(Subscription spec) {
    String expression = spec.filter();
    return expression == null
        ? spec.indexFilter()
        : spec.indexFilter()
            .withCondition(
                FilterExpression.compile(expression)
                    .condition(() -> engine.deliveries().filterFailed("webhook", spec.name())));
  }

  /** Begins no further attempt until it is started again. */
  void stop() {
    Worker running = worker;
    if (running != null) {
      running.stop();
    }
  }

  /** Begins no further attempt, ever. */
  void close() {
    closed = true;
    stop();
  }

  /** Whether it was closed. */
  boolean isClosed() {
    return closed;
  }

  /**
   * After it was stopped, waits for the attempts in flight.
   *
   * @return whether they have ended
   */
  boolean join(Duration atMost) throws InterruptedException {
    Worker running = worker;
    return running == null || running.join(atMost);
  }

  /** Cuts off what is in flight, waits until nobody delivers any more, and stores how far it is. */
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
                .formatted(running.name()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The service is stopping.", e);
    }
    Progress progress = running.queue().progress();
    engine.commits().commitRelaxed(connection -> ProgressTable.save(connection, id, progress));
    saved = progress;
    worker = null;
  }

  /** Stores how far it is. */
  void save() {
    Worker running = worker;
    if (running != null && !running.queue().progress().equals(saved)) {
      Progress[] stored = {saved};
      engine
          .commits()
          .commitRelaxed(
              connection -> {
                // Asked for in here: what a sender stores before this must not be taken back.
                stored[0] = running.queue().progress();
                ProgressTable.save(connection, id, stored[0]);
              });
      saved = stored[0];
    }
  }

  /**
   * While it is halted: goes on from elsewhere when it is started, with a plan that begins there.
   */
  void startOver(Progress progress, List<PlanCodec.Entry> plan) {
    engine.commits().commit(connection -> ProgressTable.replace(connection, id, progress, plan));
    saved = progress;
  }
}
