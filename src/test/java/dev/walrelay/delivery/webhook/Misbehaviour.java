package dev.walrelay.delivery.webhook;

import java.util.List;
import java.util.Random;

/** Answers a third of the requests badly, at random in one of many ways, and keeps ledgers. */
final class Misbehaviour {

  static final List<Reply> QUICK =
      List.of(
          Reply.status(500),
          Reply.status(503),
          Reply.retryAfter(503, "0"),
          Reply.Broken.CLOSE,
          Reply.Broken.RESET,
          new Reply.Cut("HTTP/1.1 503 X\r\nContent-Length: 100\r\n\r\nabc", Reply.Broken.RESET),
          new Reply.Cut("HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nabc", Reply.Broken.CLOSE));
  static final List<Reply> SLOW = List.of(Reply.Broken.HANG, Reply.Broken.DRIP);

  private static final int ONE_IN = 3;

  private final Random random = new Random(42);
  private final List<Reply> replies;

  Misbehaviour(List<Reply> replies) {
    this.replies = replies;
  }

  Reply answer(Request request, Ledger ledger) {
    ledger.arrived(request);
    Reply reply = reply();
    if (reply.begin().startsWith("HTTP/1.1 2")) {
      ledger.accepted(request);
    }
    return reply;
  }

  private synchronized Reply reply() {
    return replies.isEmpty() || random.nextInt(ONE_IN) > 0
        ? Reply.OK
        : replies.get(random.nextInt(replies.size()));
  }
}
