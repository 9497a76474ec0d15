package dev.walrelay.delivery.webhook;

import dev.walrelay.delivery.webhook.Subscription.Format;

/**
 * How the events of a delivery are written; kept with it, so that it stays the same.
 *
 * @param array whether the body is an array of events
 */
record Shape(Format format, boolean array) {

  private static final int ARRAY = 1;
  private static final int CLOUDEVENTS = 2;

  static Shape of(Subscription subscription) {
    return new Shape(subscription.format(), subscription.batch().isArray());
  }

  static Shape ofCode(int code) {
    return new Shape(
        (code & CLOUDEVENTS) != 0 ? Format.CLOUDEVENTS : Format.NATIVE, (code & ARRAY) != 0);
  }

  int code() {
    return (array ? ARRAY : 0) | (format == Format.CLOUDEVENTS ? CLOUDEVENTS : 0);
  }

  String contentType() {
    return switch (format) {
      case NATIVE -> "application/json";
      case CLOUDEVENTS ->
          array
              ? "application/cloudevents-batch+json; charset=UTF-8"
              : "application/cloudevents+json; charset=UTF-8";
    };
  }
}
