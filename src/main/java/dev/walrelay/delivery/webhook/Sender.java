package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.webhook.DeliveryQueue.Step;
import dev.walrelay.eventlog.DamagedLogException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread of a {@link Worker}: it sends, or plans what is sent next, until it is stopped. */
final class Sender implements Runnable {

  private static final Logger logger = LoggerFactory.getLogger(Sender.class);
  private static final long PAUSE_MILLIS = 1000;

  private final Worker worker;
  private final DeliveryQueue queue;
  private final Planner planner;
  private final Journal journal;
  private final Bodies bodies;

  Sender(Worker worker, DeliveryQueue queue, Planner planner, Journal journal, Bodies bodies) {
    this.worker = worker;
    this.queue = queue;
    this.planner = planner;
    this.journal = journal;
    this.bodies = bodies;
  }

  @Override
  public void run() {
    try {
      boolean more = true;
      while (more) {
        more = step();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      worker.ended();
    }
  }

  /**
   * Takes a step. A failure that nothing is known of, an error included, must not end a
   * subscription; and whatever ends a step, what was taken for it is never kept.
   *
   * @return whether there is another one
   */
  private boolean step() throws InterruptedException {
    Step step = Step.Stop.STOP;
    try {
      step = queue.next();
      switch (step) {
        case Step.Send send -> send(send.delivery());
        case Step.Plan plan -> plan(plan);
        case Step.Stop _ -> {
          return false;
        }
      }
    } catch (DamagedLogException e) {
      endAt(e, step);
    } catch (RuntimeException | Error e) {
      complain(e);
    } finally {
      queue.giveBack(step);
    }
    return true;
  }

  /** What is planned already goes out before a subscription ends at what is damaged. */
  private void endAt(DamagedLogException e, Step step) throws InterruptedException {
    if (step instanceof Step.Plan && queue.pending() != null) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } else {
      worker.damaged(e);
    }
  }

  private void complain(Throwable e) throws InterruptedException {
    if (!worker.isAborted()) {
      logger.error(
          "A delivery of webhook subscription '{}' was broken off; it is tried again.",
          worker.name(),
          e);
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private void plan(Step.Plan plan) throws InterruptedException {
    bodies.forget();
    if (!planner.plan(plan)) {
      worker.expired();
    }
  }

  private void send(Delivery delivery) throws InterruptedException {
    Body body = body(delivery);
    if (body == null) {
      worker.expired();
      return;
    }
    Answer answer = worker.post(delivery.id(), body);
    if (worker.isAborted() && answer.outcome() != Outcome.DELIVERED) {
      // It was cut off from here; that says nothing about the endpoint.
      return;
    }
    worker.attempted(delivery, answer);
    switch (answer.outcome()) {
      case DELIVERED -> delivered(delivery, body);
      case REFUSED -> refused(delivery, body, answer);
      case UNREACHABLE, TIMEOUT, BLOCKED -> {
        bodies.forget();
        queue.down(delivery, worker.subscription().retry(), answer);
        journal.progress();
      }
      case GONE -> worker.gone();
    }
  }

  private @Nullable Body body(Delivery delivery) {
    return switch (delivery.content()) {
      case Content.Planned planned -> bodies.of(planned, delivery.shape());
      case Content.Letter(DeadLetter letter) -> worker.body(letter);
    };
  }

  private void delivered(Delivery delivery, Body body) throws InterruptedException {
    switch (delivery.content()) {
      case Content.Planned _ -> {
        queue.answered(delivery);
        journal.progress();
        queue.finished(delivery);
        if (planner.isLive()) {
          worker.delivered(body);
        }
      }
      case Content.Letter(DeadLetter letter) ->
          settle(delivery, connection -> LetterTable.delete(connection, letter.id()));
    }
  }

  private void refused(Delivery delivery, Body body, Answer answer) throws InterruptedException {
    int maxAttempts = worker.subscription().retry().maxAttempts();
    boolean last =
        switch (delivery.content()) {
          case Content.Letter _ -> true;
          case Content.Planned _ ->
              delivery.refusals + 1 >= maxAttempts && worker.hasRoomForLetter();
        };
    if (!last) {
      bodies.forget();
      queue.refused(delivery, worker.subscription().retry(), answer);
      journal.progress();
      return;
    }
    DeadLetter letter = Worker.deadLetter(delivery, body, answer);
    settle(
        delivery,
        connection -> {
          switch (delivery.content()) {
            case Content.Planned _ ->
                LetterTable.insert(connection, worker.id(), letter, body.bytes());
            case Content.Letter _ -> LetterTable.refusedAgain(connection, letter);
          }
        });
  }

  /** Ends a delivery together with what becomes of its dead letter. */
  private void settle(Delivery delivery, GroupCommit.Change change) throws InterruptedException {
    if (journal.settle(delivery, change)) {
      try {
        worker.lettersChanged();
      } finally {
        queue.finished(delivery);
      }
    }
  }
}
