package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;

/**
 * What is sent in one request, however often. Its mutable part belongs to the {@link DeliveryQueue}
 * and is guarded by its lock.
 */
final class Delivery {

  /** Where it stands. */
  enum State {
    WAITING,
    IN_FLIGHT,
    /** Answered for good; what must come after it waits until that is stored. */
    ANSWERED,
    FINISHED
  }

  private static final long UNNUMBERED = -1;

  private final long number;
  private final Content content;
  private final Shape shape;
  private final EventId after;
  private final Claims claims;

  State state = State.WAITING;

  /** How often a sender has taken it. */
  int taken;

  int attempts;
  int refusals;
  long notBefore;

  /**
   * A delivery that has its place in the plan.
   *
   * @param after everything up to this event is done once all deliveries before this one are
   * @param claims what it must not overtake
   */
  Delivery(long number, Content.Planned content, Shape shape, EventId after, Claims claims) {
    this(number, (Content) content, shape, after, claims);
  }

  private Delivery(long number, Content content, Shape shape, EventId after, Claims claims) {
    this.number = number;
    this.content = content;
    this.shape = shape;
    this.after = after;
    this.claims = claims;
  }

  /** A dead letter that is tried again; it has a body of its own and no place in the plan. */
  static Delivery of(DeadLetter letter) {
    Shape unused = new Shape(Subscription.Format.NATIVE, false);
    return new Delivery(
        UNNUMBERED, new Content.Letter(letter), unused, EventId.NONE, Claims.EVERYTHING);
  }

  long number() {
    return number;
  }

  Content content() {
    return content;
  }

  Shape shape() {
    return shape;
  }

  EventId after() {
    return after;
  }

  Claims claims() {
    return claims;
  }

  /** Whether its attempts are over. */
  boolean isDone() {
    return state == State.ANSWERED || state == State.FINISHED;
  }

  /** Whether a sender has it. */
  boolean isHeld() {
    return state == State.IN_FLIGHT || state == State.ANSWERED;
  }

  /** The {@code webhook-id}. */
  String id() {
    return content.id(shape);
  }
}
