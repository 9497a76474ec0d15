package dev.walrelay.bench;

import dev.walrelay.postgres.TestServer;
import java.util.ArrayList;
import java.util.List;

/** What should not cost more when there is more of it. */
final class Growths {

  private Growths() {}

  static List<Growth> measure(Settings settings, TestServer server) throws Exception {
    List<Growth> growth = new ArrayList<>();
    growth.addAll(new ResumeGrowth(settings).measure());
    growth.addAll(new LogGrowth(settings, server).measure());
    growth.add(new FilterGrowth(settings, server).measure());
    growth.addAll(new IdleGrowth(settings, server).measure());
    return growth;
  }
}
