package dev.walrelay.bench;

import java.util.List;

/** The lines of the table. */
final class Variants {

  private Variants() {}

  static List<Variant> all(Settings settings) {
    return List.of(
        PlainReading.atOnce(),
        PlainReading.inGulps(),
        new IntoLog(),
        ToStreams.one(),
        ToStreams.ten(),
        ToWebhook.inBatches(),
        ToWebhook.singly(),
        new Peer(settings.peerClassPath()));
  }
}
