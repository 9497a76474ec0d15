package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What came in of events numbered from 1, checked on arrival: nothing may come before what it has
 * to come after was accepted, and a repetition is the same to the byte.
 */
final class Ledger {

  private final int events;

  /** An event has to come after the one so many numbers before it: 1 for strict order. */
  private final int distance;

  private final BitSet accepted = new BitSet();
  private final Map<String, Integer> texts = new HashMap<>();
  private final Map<String, Integer> acceptances = new HashMap<>();
  private final List<String> mistakes = new ArrayList<>();

  Ledger(int events, int distance) {
    this.events = events;
    this.distance = distance;
  }

  /** Takes note of a request before it is answered. */
  synchronized void arrived(Request request) {
    Integer before = texts.putIfAbsent(request.id(), request.latin1().hashCode());
    if (before != null && before != request.latin1().hashCode()) {
      mistakes.add(request.id() + " was repeated with another body");
    }
    BitSet inside = new BitSet();
    for (long number : numbers(request)) {
      long predecessor = number - distance;
      if (predecessor > 0 && !accepted.get((int) predecessor) && !inside.get((int) predecessor)) {
        mistakes.add(number + " came before " + predecessor);
      }
      inside.set((int) number);
    }
  }

  synchronized void accepted(Request request) {
    acceptances.merge(request.id(), 1, Integer::sum);
    for (long number : numbers(request)) {
      accepted.set((int) number);
    }
  }

  private static List<Long> numbers(Request request) {
    return request.eventIds().stream().map(id -> Events.number(EventId.parse(id))).toList();
  }

  synchronized boolean isComplete() {
    return accepted.cardinality() == events;
  }

  synchronized int count() {
    return accepted.cardinality();
  }

  /** How often something came again that had been accepted. */
  synchronized int repetitions() {
    return acceptances.values().stream().mapToInt(times -> times - 1).sum();
  }

  synchronized void assertCorrect() {
    assertThat(mistakes).isEmpty();
    assertThat(accepted.cardinality()).isEqualTo(events);
  }
}
