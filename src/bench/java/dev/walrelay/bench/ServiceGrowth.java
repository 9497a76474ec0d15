package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.postgres.TestServer;
import java.util.ArrayList;
import java.util.List;

/** What readers cost who get nothing of what the service stores. */
final class ServiceGrowth {

  private static final long EVENTS = 2_000_000;
  private static final int STREAMS = 2_000;
  private static final int SUBSCRIPTIONS = 100;

  /** Its only row comes last: a reader of this table alone goes over everything before. */
  private static final String LAST = "CREATE TABLE last (n bigint PRIMARY KEY)";

  /** An idle stream takes about 90 KB of heap, so that so many do not fit into the usual one. */
  private static final String HEAP = "512m";

  private static final String RATE = "seconds a million";

  private final Settings settings;
  private final TestServer server;

  ServiceGrowth(Settings settings, TestServer server) {
    this.settings = settings;
    this.server = server;
  }

  List<Growth> measure() throws Exception {
    Workload workload = Workloads.updates(settings, EVENTS);
    try (Source source = Source.of(server, workload)) {
      source.database().execute(LAST);
      source.slots(List.of("alone", "streams", "subscriptions"));
      Progress.say("idle readers: writing");
      source.write(workload, workload.events());
      source.database().execute("INSERT INTO last VALUES (%d)".formatted(source.written() + 1));
      return measure(source);
    }
  }

  private List<Growth> measure(Source source) throws Exception {
    List<Growth> growth = new ArrayList<>();
    Figures alone;
    Progress.say("no idle readers");
    try (Folder folder = Folder.create(settings.folder());
        Service service = launch(source, "alone", folder, List.of())) {
      alone = store(service, source);
      growth.add(filtering(service, source));
    }
    Progress.say("%,d idle streams", STREAMS);
    try (Folder folder = Folder.create(settings.folder());
        Service service = launch(source, "streams", folder, List.of());
        IdleStreams idle = IdleStreams.open(service.port(), STREAMS)) {
      growth.add(growth("streams", "idle streams", alone, STREAMS, store(service, source)));
    }
    Progress.say("%,d subscriptions that match nothing", SUBSCRIPTIONS);
    try (Folder folder = Folder.create(settings.folder());
        Endpoint endpoint = Endpoint.open((_, _, _) -> {});
        Service service = launch(source, "subscriptions", folder, subscriptions(endpoint))) {
      growth.add(
          growth(
              "subscriptions",
              "subscriptions without a match",
              alone,
              SUBSCRIPTIONS,
              store(service, source)));
    }
    return growth;
  }

  private static Service launch(
      Source source, String slot, Folder folder, List<String> subscriptions) throws Exception {
    return Service.launch(
        Jvm.SMALL.heap(HEAP),
        source.slot(slot, source.written() + 1),
        folder.path(),
        subscriptions);
  }

  private static Figures store(Service service, Source source) throws Exception {
    service.start();
    service.awaitStored(source.written() + 1);
    return service.figures();
  }

  private static Growth growth(String key, String what, Figures alone, int many, Figures with) {
    return new Growth(
        key,
        what,
        RATE,
        "0",
        1e6 / alone.eventsPerSecond(),
        "%,d".formatted(many),
        1e6 / with.eventsPerSecond());
  }

  private static List<String> subscriptions(Endpoint endpoint) {
    List<String> settings = new ArrayList<>();
    for (int i = 0; i < SUBSCRIPTIONS; i++) {
      String key = "--walrelay.subscriptions[" + i + "].";
      settings.add(key + "name=idle-" + i);
      settings.add(key + "url=" + endpoint.url());
      settings.add(key + "start=earliest");
      settings.add(key + "tables[0]=public.nothing");
    }
    return settings;
  }

  /** The second of two passes each, since the first warms up. */
  private static Growth filtering(Service service, Source source) throws Exception {
    long all = source.written() + 1;
    pass(service, "", all);
    double sending = pass(service, "", all);
    pass(service, "&table=public.last", 1);
    double filtering = pass(service, "&table=public.last", 1);
    return new Growth(
        "filtering",
        "events filtered out by table",
        "CPU s a million",
        "none",
        sending / all * 1e6,
        "all but one",
        filtering / all * 1e6);
  }

  /** Seconds of the processor's time to go over the whole log. */
  private static double pass(Service service, String filter, long events) throws Exception {
    EventCounter counter = new EventCounter(events);
    try (Streams streams = new Streams()) {
      service.mark();
      streams.open(service.port(), "?from=earliest" + filter, counter);
      counter.await();
      return service.figures().cpuSeconds();
    }
  }
}
