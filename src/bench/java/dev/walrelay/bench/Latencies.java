package dev.walrelay.bench;

import dev.walrelay.bench.process.EchoProcess;
import dev.walrelay.postgres.TestServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;

/** From the moment a commit is due until its event is delivered, at a steady rate. */
final class Latencies {

  static final int PER_SECOND = 1_000;
  static final String STREAM = "stream";

  private static final int WARMUP_SECONDS = 10;
  private static final int SECONDS = 20;
  private static final int SYNCS = 2_000;

  /** Written at a rate instead of at once. */
  private static final Workload TICKS =
      new Workload("ticks", "Single inserts", 0, List.of(Commits.TABLE), (_, _, _) -> {});

  private final Settings settings;
  private final TestServer server;
  private final int warmup;
  private final int count;

  Latencies(Settings settings, TestServer server) {
    this.settings = settings;
    this.server = server;
    this.warmup = (int) settings.events(WARMUP_SECONDS * PER_SECOND);
    this.count = warmup + (int) settings.events(SECONDS * PER_SECOND);
  }

  List<Latency> measure() throws Exception {
    try (Source source = Source.of(server, TICKS)) {
      return List.of(loopback(), disk(), stream(source), webhook(source));
    }
  }

  private Latency stream(Source source) throws Exception {
    Progress.say("latency of a stream");
    source.slots(List.of("stream"));
    Arrivals arrivals = new Arrivals(0, count);
    try (Folder folder = Folder.create(settings.folder());
        Service service = Service.launch(source.slot("stream", count), folder.path(), List.of());
        Streams streams = new Streams()) {
      streams.open(service.port(), "?from=earliest", arrivals);
      service.start();
      return measure(STREAM, source, 0, arrivals);
    }
  }

  private Latency webhook(Source source) throws Exception {
    Progress.say("latency of a webhook");
    source.slots(List.of("webhook"));
    Arrivals arrivals = new Arrivals(count, count);
    try (Folder folder = Folder.create(settings.folder());
        Endpoint endpoint = Endpoint.open(arrivals);
        Service service =
            Service.launch(
                source.slot("webhook", count),
                folder.path(),
                ToWebhook.subscription(endpoint, 1))) {
      service.start();
      return measure("webhook", source, count, arrivals);
    }
  }

  private Latency measure(String way, Source source, long after, Arrivals arrivals)
      throws Exception {
    Commits commits = new Commits(source.database(), after, count, PER_SECOND);
    commits.run();
    arrivals.await();
    return Latency.of(way, arrivals.since(commits, warmup));
  }

  private Latency loopback() throws Exception {
    Progress.say("latency of the loopback interface");
    try (Folder folder = Folder.create(settings.folder());
        ChildProcess echo = ChildProcess.start(folder.path(), EchoProcess.class, List.of());
        Socket socket =
            new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(echo.greeting()))) {
      socket.setTcpNoDelay(true);
      return Latency.of("loopback round trip", roundTrips(socket));
    }
  }

  private Latency disk() throws Exception {
    Progress.say("latency of the disk");
    try (Folder folder = Folder.create(settings.folder())) {
      return DiskSync.measure(folder.path(), (int) settings.events(SYNCS));
    }
  }

  private long[] roundTrips(Socket socket) throws Exception {
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    Schedule schedule = new Schedule(PER_SECOND);
    long[] nanos = new long[count - warmup];
    for (int i = 0; i < count; i++) {
      schedule.await(i);
      out.write(1);
      if (in.read() != 1) {
        throw new IllegalStateException("no echo");
      }
      if (i >= warmup) {
        nanos[i - warmup] = System.nanoTime() - schedule.due(i);
      }
    }
    return nanos;
  }
}
