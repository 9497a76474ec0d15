package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a subscription is, as it is stored.
 *
 * @param position everything up to this event is done
 * @param head the number of the first delivery that is not finished
 * @param finished numbers above it that are
 * @param failing those that were tried and are not finished
 */
record Progress(EventId position, long head, List<Long> finished, List<Failing> failing) {

  /**
   * A delivery whose latest attempt has failed.
   *
   * @param notBefore when it is tried again, in milliseconds since 1970
   */
  record Failing(long number, int attempts, int refusals, long notBefore) {}

  static Progress at(EventId position, long head) {
    return new Progress(position, head, List.of(), List.of());
  }

  static Progress of(EventId position, long head, byte[] finished, byte[] failing) {
    List<Long> numbers = new ArrayList<>();
    Numbers.Reader finishedIn = new Numbers.Reader(finished);
    while (finishedIn.hasNext()) {
      numbers.add(finishedIn.next());
    }
    List<Failing> tried = new ArrayList<>();
    Numbers.Reader in = new Numbers.Reader(failing);
    while (in.hasNext()) {
      tried.add(new Failing(in.next(), in.nextInt(), in.nextInt(), in.next()));
    }
    return new Progress(position, head, numbers, tried);
  }

  byte[] finishedBytes() {
    Numbers.Writer out = new Numbers.Writer();
    finished.forEach(out::put);
    return out.bytes();
  }

  byte[] failingBytes() {
    Numbers.Writer out = new Numbers.Writer();
    for (Failing it : failing) {
      out.put(it.number).put(it.attempts).put(it.refusals).put(it.notBefore);
    }
    return out.bytes();
  }
}
