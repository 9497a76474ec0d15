package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.postgres.TestServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What readers cost who get nothing of what the service stores. It stores all the time, without
 * them and with them in turn: so that both are measured in the same process, warmed up and one soon
 * after the other.
 */
final class IdleGrowth {

  private static final long WARM_UP = 3_000_000;
  private static final long EVENTS = 3_000_000;

  /** Stored while readers come and go, which is not measured. */
  private static final long BETWEEN = 5_000_000;

  private static final int STREAMS = 2_000;
  private static final int SUBSCRIPTIONS = 100;

  /** An idle stream takes about 80 KB of heap, so that so many do not fit into the usual one. */
  private static final String HEAP = "512m";

  private static final String RATE = "seconds a million";

  private final Settings settings;
  private final TestServer server;

  IdleGrowth(Settings settings, TestServer server) {
    this.settings = settings;
    this.server = server;
  }

  List<Growth> measure() throws Exception {
    Workload workload = Workloads.updates(settings, WARM_UP + 4 * EVENTS + BETWEEN);
    Progress.say("idle readers: writing");
    try (Source source = Source.of(server, workload);
        Folder folder = Folder.create(settings.folder());
        Endpoint endpoint = Endpoint.open((_, _, _) -> {})) {
      source.slots(List.of("idle"));
      source.write(workload, workload.events());
      try (Service service =
          Service.launch(
              Jvm.SMALL.heap(HEAP),
              source.slot("idle", source.written()),
              folder.path(),
              List.of("--walrelay.webhooks.allowed-networks=127.0.0.0/8"))) {
        return measure(service, endpoint, source.written());
      }
    }
  }

  private List<Growth> measure(Service service, Endpoint endpoint, long written) throws Exception {
    service.start();
    service.awaitStored(settings.events(WARM_UP));
    Progress.say("%,d subscriptions that match nothing", SUBSCRIPTIONS);
    List<Double> alone = new ArrayList<>();
    alone.add(secondsPerMillion(service));
    for (int i = 0; i < SUBSCRIPTIONS; i++) {
      service.subscribe("idle-" + i, endpoint.url(), "public.nothing");
    }
    double subscriptions = secondsPerMillion(service);
    for (int i = 0; i < SUBSCRIPTIONS; i++) {
      service.unsubscribe("idle-" + i);
    }
    alone.add(secondsPerMillion(service));
    Progress.say("%,d idle streams", STREAMS);
    double streams;
    try (IdleStreams _ = IdleStreams.open(service.port(), STREAMS)) {
      streams = secondsPerMillion(service);
    }
    if (service.figures().events() >= written) {
      throw new IllegalStateException("there were too few events to measure with");
    }
    double mean = alone.stream().mapToDouble(it -> it).average().orElseThrow();
    return List.of(
        growth(
            "subscriptions", "subscriptions without a match", mean, SUBSCRIPTIONS, subscriptions),
        growth("streams", "idle streams", alone.getLast(), STREAMS, streams));
  }

  private double secondsPerMillion(Service service) throws IOException {
    long before = service.mark();
    service.awaitStored(before + settings.events(EVENTS));
    Figures figures = service.figures();
    return figures.seconds() / (figures.events() - before) * 1e6;
  }

  private static Growth growth(String key, String what, double alone, int many, double with) {
    return new Growth(key, what, RATE, "0", alone, "%,d".formatted(many), with);
  }
}
