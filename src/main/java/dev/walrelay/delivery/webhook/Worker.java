package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.StopSignal;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Filter;
import dev.walrelay.eventlog.DamagedLogException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Delivers for one subscription, from when it is started until it is stopped, by as many senders as
 * it may have requests at a time.
 */
final class Worker {

  private static final long MAX_LETTERS = 10_000;
  private static final long MAX_LETTER_BYTES = 256 << 20;

  /** Is told what a worker cannot decide alone. Called by its senders. */
  interface Owner {

    /** What it has to deliver is no longer stored. */
    void expired(Worker worker);

    /** The endpoint wants no more events. */
    void gone(Worker worker);

    /** What it has to deliver cannot be read. */
    void damaged(Worker worker, DamagedLogException e);

    /** The number of dead letters is another one. */
    void lettersChanged();
  }

  private final Engine engine;
  private final long id;
  private final Subscription subscription;
  private final Supplier<Signer> signer;
  private final AttemptLog attempts;
  private final Owner owner;
  private final DeliveryQueue queue;
  private final Journal journal;
  private final Endpoint endpoint;
  private final StopSignal stop = new StopSignal();
  private final List<Thread> senders = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean aborted;

  Worker(
      Engine engine,
      long id,
      Subscription subscription,
      boolean declared,
      Supplier<Signer> signer,
      AttemptLog attempts,
      DeliveryQueue queue,
      Owner owner) {
    this.engine = engine;
    this.id = id;
    this.subscription = subscription;
    this.signer = signer;
    this.attempts = attempts;
    this.owner = owner;
    this.queue = queue;
    this.journal = new Journal(engine, id, subscription.name(), queue);
    this.endpoint = engine.endpoint(subscription, declared);
  }

  /** Starts with what follows an event. */
  void start(EventId scanned, Filter filter) {
    Planner planner =
        new Planner(engine.log(), filter, scanned, subscription, queue, journal, stop);
    for (int i = 0; i < subscription.concurrency(); i++) {
      Bodies bodies = new Bodies(engine.log(), engine.source());
      running.incrementAndGet();
      senders.add(
          Thread.ofVirtual()
              .name("webhook-" + subscription.name() + "-" + i)
              .start(new Sender(this, queue, planner, journal, bodies)));
    }
  }

  /** Begins no further attempt; those that are in flight end as they do. */
  void stop() {
    queue.stop();
    stop.stop();
  }

  /** Ends at once; what is in flight will be sent again. */
  void abort() {
    aborted = true;
    stop();
    journal.end();
    endpoint.close();
  }

  /**
   * Waits until it has ended.
   *
   * @return whether it has
   */
  boolean join(Duration atMost) throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    for (Thread sender : senders) {
      if (!sender.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  /** A sender has ended. */
  void ended() {
    if (running.decrementAndGet() == 0) {
      endpoint.close();
    }
  }

  /** Whether it does not do what it should: a sender has ended by itself, or all have. */
  boolean needsReplacement() {
    int senders = running.get();
    return stop.isStopped() ? senders == 0 : senders < subscription.concurrency();
  }

  long id() {
    return id;
  }

  String name() {
    return subscription.name();
  }

  Subscription subscription() {
    return subscription;
  }

  DeliveryQueue queue() {
    return queue;
  }

  boolean isAborted() {
    return aborted;
  }

  Answer post(String deliveryId, Body body) {
    return endpoint.post(deliveryId, body, signer.get());
  }

  Body body(DeadLetter letter) {
    byte[] bytes = engine.database().read(connection -> LetterTable.body(connection, letter.id()));
    return new Body(bytes, letter.contentType(), letter.events(), "");
  }

  void attempted(Delivery delivery, Answer answer) {
    attempts.add(Attempt.of(delivery.id(), delivery.attempts + 1, answer));
    engine
        .webhooks()
        .attempted(name(), Subscription.text(answer.outcome()), Duration.ofNanos(answer.nanos()));
  }

  void delivered(Body body) {
    long committed = body.commitMicros();
    if (committed != Long.MIN_VALUE) {
      engine.deliveries().delivered("webhook", body.events(), committed);
    }
  }

  static DeadLetter deadLetter(Delivery delivery, Body body, Answer answer) {
    long number =
        switch (delivery.content()) {
          case Content.Letter(DeadLetter letter) -> letter.id();
          case Content.Planned _ -> 0;
        };
    return new DeadLetter(
        number,
        delivery.id(),
        body.events(),
        delivery.attempts + 1,
        System.currentTimeMillis(),
        answer.status(),
        "The endpoint refused it with status %d.".formatted(answer.status()),
        answer.body(),
        false,
        body.contentType());
  }

  /** Without room the queue holds, so that nothing is lost and nothing grows without bound. */
  boolean hasRoomForLetter() {
    LetterTable.Totals totals =
        engine.database().read(connection -> LetterTable.totals(connection, id));
    return totals.count() < MAX_LETTERS && totals.bytes() < MAX_LETTER_BYTES;
  }

  void lettersChanged() {
    owner.lettersChanged();
  }

  void expired() {
    owner.expired(this);
  }

  void gone() {
    owner.gone(this);
  }

  void damaged(DamagedLogException e) {
    owner.damaged(this, e);
  }
}
