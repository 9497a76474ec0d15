package dev.walrelay.bench;

import dev.walrelay.postgres.TestServer;
import java.util.List;

/** What events cost a stream that does not get them, beside one that does. */
final class FilterGrowth {

  private static final long EVENTS = 2_000_000;

  /** Its only row comes last: a reader of this table alone goes over everything before. */
  private static final String LAST = "CREATE TABLE last (n bigint PRIMARY KEY)";

  private final Settings settings;
  private final TestServer server;

  FilterGrowth(Settings settings, TestServer server) {
    this.settings = settings;
    this.server = server;
  }

  Growth measure() throws Exception {
    Workload workload = Workloads.updates(settings, EVENTS);
    Progress.say("events filtered out");
    try (Source source = Source.of(server, workload);
        Folder folder = Folder.create(settings.folder())) {
      source.database().execute(LAST);
      source.slots(List.of("filtering"));
      source.write(workload, workload.events());
      source.database().execute("INSERT INTO last VALUES (%d)".formatted(source.written() + 1));
      long all = source.written() + 1;
      try (Service service =
          Service.launch(source.slot("filtering", all), folder.path(), List.of())) {
        service.start();
        service.awaitStored(all);
        return filtering(service, all);
      }
    }
  }

  /** The second of two passes each, since the first warms up. */
  private static Growth filtering(Service service, long all) throws Exception {
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
