package dev.walrelay.bench;

import java.util.List;

/** The lines of the table. */
final class Variants {

  private Variants() {}

  static List<Variant> wanted(Settings settings) {
    List<Variant> all =
        List.of(
            PlainReading.atOnce(),
            PlainReading.inGulps(),
            new IntoLog(),
            ToStreams.one(),
            ToStreams.ten(),
            ToWebhook.inBatches(),
            ToWebhook.singly(),
            new Peer(settings.peerClassPath()));
    return all.stream().filter(settings::wants).toList();
  }
}
