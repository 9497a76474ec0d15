package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.util.ArrayList;
import java.util.List;

/** What storing costs with more events, and with more tables. */
final class LogGrowth {

  private static final long EVENTS = 1_000_000;
  private static final int TABLES = 10_000;
  private static final int ROWS_AT_ONCE = 10;
  private static final String CPU = "CPU s a million";

  private final Settings settings;
  private final TestServer server;

  LogGrowth(Settings settings, TestServer server) {
    this.settings = settings;
    this.server = server;
  }

  List<Growth> measure() throws Exception {
    List<Growth> growth = new ArrayList<>();
    growth.add(events());
    growth.addAll(tables());
    return growth;
  }

  /** What each event beyond a number takes, which leaves out what the process takes to warm up. */
  private Growth events() throws Exception {
    Figures few = log(EVENTS / 2);
    Figures some = log(EVENTS);
    Figures many = log(EVENTS * 2);
    return new Growth(
        "events",
        "events",
        CPU,
        "from %,d on".formatted(few.events()),
        cpuPerMillion(few, some),
        "from %,d on".formatted(some.events()),
        cpuPerMillion(some, many));
  }

  private Figures log(long events) throws Exception {
    return complete(run(Workloads.updates(settings, events), new IntoLog()), "c");
  }

  private static double cpuPerMillion(Figures less, Figures more) {
    return (more.cpuSeconds() - less.cpuSeconds()) / (more.events() - less.events()) * 1e6;
  }

  private List<Growth> tables() throws Exception {
    int count = (int) Math.max(100, TABLES * Math.min(1, settings.scale()));
    WorkloadResult one = run(spread(1), PlainReading.atOnce(), new IntoLog());
    WorkloadResult many = run(spread(count), PlainReading.atOnce(), new IntoLog());
    String much = "%,d".formatted(count);
    return List.of(
        new Growth(
            "tables",
            "tables",
            CPU,
            "1",
            complete(one, "c").cpuPerMillion(),
            much,
            complete(many, "c").cpuPerMillion()),
        new Growth(
            "tables-rate", "tables", "times (a)", "1", timesPlain(one), much, timesPlain(many)));
  }

  private static double timesPlain(WorkloadResult result) {
    return complete(result, "c").eventsPerSecond() / complete(result, "a").eventsPerSecond();
  }

  private static Figures complete(WorkloadResult result, String letter) {
    Figures figures = result.figures(letter);
    if (figures == null) {
      throw new IllegalStateException("incomplete: " + result);
    }
    return figures;
  }

  private WorkloadResult run(Workload workload, Variant... variants) throws Exception {
    return new Throughput(settings, server, List.of(variants)).measure(workload);
  }

  /** Inserts into each table in turn. */
  private Workload spread(int tables) {
    return new Workload(
        "tables",
        "Inserts into %,d tables".formatted(tables),
        settings.events(EVENTS),
        List.of(
            """
            DO $$ BEGIN
              FOR i IN 0 .. %d LOOP
                EXECUTE format('CREATE TABLE t%%s (n bigint PRIMARY KEY, customer int, status text,
                                total numeric, note text)', i);
                IF mod(i, 500) = 499 THEN COMMIT; END IF;
              END LOOP;
            END $$
            """
                .formatted(tables - 1)),
        (database, after, upTo) -> insert(database, tables, after, upTo));
  }

  private static void insert(TestDatabase database, int tables, long after, long upTo) {
    Workloads.execute(
        database,
        """
        DO $$ BEGIN
          FOR i IN %1$d .. %2$d LOOP
            EXECUTE format('INSERT INTO t%%s SELECT n, mod(n, 1000), ''new'', n * 1.37, md5(n::text)
                            FROM generate_series(%%s, %%s) n',
                           mod(i, %4$d), i * %3$d + 1, (i + 1) * %3$d);
            IF mod(i, 10) = 9 THEN COMMIT; END IF;
          END LOOP;
        END $$
        """
            .formatted(after / ROWS_AT_ONCE, upTo / ROWS_AT_ONCE - 1, ROWS_AT_ONCE, tables));
  }
}
