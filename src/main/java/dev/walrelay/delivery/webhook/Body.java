package dev.walrelay.delivery.webhook;

/** What is sent. */
final class Body {

  private final byte[] bytes;
  private final String contentType;
  private final int events;
  private final long commitTime;

  /**
   * A body.
   *
   * @param bytes not compressed, not copied and not to be changed
   * @param events how many events are in it
   * @param commitTime microseconds since 1970 of the last one's commit, or {@link Long#MIN_VALUE}
   */
  Body(byte[] bytes, String contentType, int events, long commitTime) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.events = events;
    this.commitTime = commitTime;
  }

  byte[] bytes() {
    return bytes;
  }

  String contentType() {
    return contentType;
  }

  int events() {
    return events;
  }

  long commitTime() {
    return commitTime;
  }
}
