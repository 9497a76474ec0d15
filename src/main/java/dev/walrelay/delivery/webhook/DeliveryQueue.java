package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one subscription has still to deliver, as far as it is planned, and what of it may be sent
 * now. Senders ask it for their next step; it never holds more than a window of deliveries.
 */
final class DeliveryQueue {

  /** What a sender does next. */
  sealed interface Step {

    /**
     * Make an attempt.
     *
     * @param taken which time it is that this delivery is taken
     */
    record Send(Delivery delivery, int taken) implements Step {}

    /**
     * Plan further deliveries, as nobody else does, waiting for events at most so long.
     *
     * @param mayLinger whether there is nothing else to send meanwhile
     * @param number counts the plannings
     */
    record Plan(long waitMillis, boolean mayLinger, long number) implements Step {}

    /** End. */
    enum Stop implements Step {
      STOP
    }
  }

  /** How long a planner waits for events in one step. */
  private static final long WAIT_MILLIS = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final boolean strict;
  private final int room;
  private final Deque<Delivery> letters = new ArrayDeque<>();
  private final Deque<Delivery> window = new ArrayDeque<>();
  private long nextNumber;
  private EventId scanned;
  private int inFlight;
  private int failuresInRow;
  private long heldUntil;
  private boolean planning;
  private long plannings;
  private boolean stopped;

  /**
   * Continues where a subscription is.
   *
   * @param scanned everything up to this event is planned or not wanted
   * @param nextNumber of the next delivery to be planned
   * @param room how many deliveries may be planned ahead
   */
  DeliveryQueue(boolean strict, int room, EventId scanned, long nextNumber) {
    this.strict = strict;
    this.room = room;
    this.scanned = scanned;
    this.nextNumber = nextNumber;
  }

  /** Puts back what was planned, or puts dead letters first, before the first step is asked for. */
  void restore(Collection<Delivery> planned, Collection<Delivery> deadLetters) {
    window.addAll(planned);
    letters.addAll(deadLetters);
  }

  /** Waits for the next step. */
  Step next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!stopped) {
        long now = System.currentTimeMillis();
        Delivery due = due(now);
        if (due != null) {
          Step.Send send = new Step.Send(due, due.taken + 1);
          due.taken++;
          due.state = Delivery.State.IN_FLIGHT;
          inFlight++;
          return send;
        }
        long wait = Math.min(WAIT_MILLIS, nextDue(now) - now);
        if (!planning && window.size() < room) {
          Step.Plan plan = new Step.Plan(wait, window.isEmpty(), plannings + 1);
          plannings++;
          planning = true;
          return plan;
        }
        changed.await(wait, TimeUnit.MILLISECONDS);
      }
      return Step.Stop.STOP;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Delivery due(long now) {
    // While the endpoint is down, one attempt at a time finds out when it is back.
    if (now < heldUntil || (failuresInRow > 0 && inFlight > 0)) {
      return null;
    }
    Delivery letter = letters.peekFirst();
    if (letter != null) {
      return inFlight == 0 && isDue(letter, now) ? letter : null;
    }
    if (strict) {
      Delivery head = window.peekFirst();
      return head != null && isDue(head, now) ? head : null;
    }
    return dueByKey(now);
  }

  private @Nullable Delivery dueByKey(long now) {
    Claims.Taken taken = new Claims.Taken();
    for (Delivery delivery : window) {
      if (delivery.state == Delivery.State.FINISHED) {
        continue;
      }
      if (isDue(delivery, now) && !taken.conflictsWith(delivery.claims())) {
        return delivery;
      }
      taken.add(delivery.claims());
    }
    return null;
  }

  private static boolean isDue(Delivery delivery, long now) {
    return delivery.state == Delivery.State.WAITING && delivery.notBefore <= now;
  }

  /** When something that waits for a time may be sent; far away if nothing does. */
  private long nextDue(long now) {
    long due = now + WAIT_MILLIS;
    if (now < heldUntil) {
      due = Math.min(due, heldUntil);
    }
    for (Delivery letter : letters) {
      due = earlier(due, letter, now);
    }
    for (Delivery delivery : window) {
      due = earlier(due, delivery, now);
    }
    return due;
  }

  private static long earlier(long due, Delivery delivery, long now) {
    return delivery.state == Delivery.State.WAITING && delivery.notBefore > now
        ? Math.min(due, delivery.notBefore)
        : due;
  }

  /** The number that the next delivery gets; for the planner. */
  long nextNumber() {
    return locked(() -> nextNumber);
  }

  /** How many more deliveries may be planned; for the planner. */
  int room() {
    return locked(() -> room - window.size());
  }

  /** Takes what was planned and stored, and ends the planning. */
  void planned(List<Delivery> deliveries, EventId upTo) {
    locked(
        () -> {
          window.addAll(deliveries);
          nextNumber += deliveries.size();
          scanned = upTo;
          planning = false;
          changed.signalAll();
          return null;
        });
  }

  /** Everything up to the event was looked at, and nothing more of it is wanted. */
  void scanned(EventId upTo) {
    locked(() -> scanned = upTo);
  }

  /** An attempt was the last one; from now on {@link #progress} counts it as finished. */
  void answered(Delivery delivery) {
    locked(
        () -> {
          delivery.state = Delivery.State.ANSWERED;
          failuresInRow = 0;
          heldUntil = 0;
          return null;
        });
  }

  /** That could not be stored, so that it does not count. */
  void unanswered(Delivery delivery) {
    locked(
        () -> {
          if (delivery.state == Delivery.State.ANSWERED) {
            delivery.state = Delivery.State.IN_FLIGHT;
          }
          return null;
        });
  }

  /** The progress is stored: what had to come after it may be sent. */
  void finished(Delivery delivery) {
    locked(
        () -> {
          delivery.state = Delivery.State.FINISHED;
          inFlight--;
          letters.remove(delivery);
          while (!window.isEmpty() && window.getFirst().state == Delivery.State.FINISHED) {
            window.removeFirst();
          }
          changed.signalAll();
          return null;
        });
  }

  /** An attempt failed and the event was refused: it is tried again, and others may go before. */
  void refused(Delivery delivery, Subscription.Retry retry, Answer answer) {
    locked(
        () -> {
          delivery.refusals++;
          failuresInRow = 0;
          heldUntil = 0;
          putBack(delivery, due(delivery.refusals, retry, answer));
          return null;
        });
  }

  /** An attempt failed and the endpoint is down: nothing is sent for a while. */
  void down(Delivery delivery, Subscription.Retry retry, Answer answer) {
    locked(
        () -> {
          failuresInRow++;
          heldUntil = Math.max(heldUntil, due(failuresInRow, retry, answer));
          putBack(delivery, heldUntil);
          return null;
        });
  }

  private static long due(int failures, Subscription.Retry retry, Answer answer) {
    return System.currentTimeMillis()
        + Backoff.after(failures, retry, answer.retryAfter()).toMillis();
  }

  /**
   * Takes back what a sender has not brought to an end: an attempt without a word about the event,
   * or a planning without a plan. Whoever comes next does it again.
   */
  void giveBack(Step step) {
    locked(
        () -> {
          switch (step) {
            case Step.Send(Delivery delivery, int taken) -> {
              if (delivery.isHeld() && delivery.taken == taken) {
                putBack(delivery, 0);
              }
            }
            case Step.Plan plan -> {
              if (plan.number() == plannings && planning) {
                planning = false;
                changed.signalAll();
              }
            }
            case Step.Stop _ -> {}
          }
          return null;
        });
  }

  private void putBack(Delivery delivery, long notBefore) {
    delivery.state = Delivery.State.WAITING;
    delivery.attempts++;
    delivery.notBefore = notBefore;
    inFlight--;
    changed.signalAll();
  }

  /** Ends all senders, each after its attempt. */
  void stop() {
    locked(
        () -> {
          stopped = true;
          changed.signalAll();
          return null;
        });
  }

  /** What is to be stored of it now. */
  Progress progress() {
    return locked(
        () -> {
          Delivery head = null;
          List<Long> finished = List.of();
          List<Progress.Failing> failing = List.of();
          for (Delivery delivery : window) {
            if (head == null && !delivery.isDone()) {
              head = delivery;
            } else if (head != null && delivery.isDone()) {
              finished = with(finished, delivery.number());
            }
            if (!delivery.isDone() && delivery.attempts > 0) {
              failing = with(failing, failing(delivery));
            }
            if (strict && head != null) {
              break;
            }
          }
          return head == null
              ? Progress.at(scanned, nextNumber)
              : new Progress(head.after(), head.number(), finished, failing);
        });
  }

  private static <T> List<T> with(List<T> list, T further) {
    List<T> longer = list.isEmpty() ? new ArrayList<>() : list;
    longer.add(further);
    return longer;
  }

  private static Progress.Failing failing(Delivery delivery) {
    return new Progress.Failing(
        delivery.number(), delivery.attempts, delivery.refusals, delivery.notBefore);
  }

  /** The first delivery that is not finished, or null. */
  @Nullable Pending pending() {
    return locked(
        () -> {
          for (Delivery letter : letters) {
            return pending(letter);
          }
          for (Delivery delivery : window) {
            if (!delivery.isDone()) {
              return pending(delivery);
            }
          }
          return null;
        });
  }

  private Pending pending(Delivery delivery) {
    return new Pending(delivery.id(), delivery.attempts, Math.max(heldUntil, delivery.notBefore));
  }

  /**
   * What waits first.
   *
   * @param attempts how many were made
   * @param notBefore when the next is made, in milliseconds since 1970
   */
  record Pending(String id, int attempts, long notBefore) {}

  private <T extends @Nullable Object> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
