package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.util.List;

/**
 * What storing costs with more events, and with more tables. Only parts of a run are compared in
 * which the JVM has done most of its compiling.
 */
final class LogGrowth {

  private static final int PARTS = 4;
  private static final long EVENTS = 8_000_000;
  private static final long INSERTS = 6_000_000;
  private static final int TABLES = 10_000;
  private static final int ROWS_AT_ONCE = 10;

  private final Settings settings;
  private final TestServer server;

  LogGrowth(Settings settings, TestServer server) {
    this.settings = settings;
    this.server = server;
  }

  List<Growth> measure() throws Exception {
    return List.of(events(), tables());
  }

  private Growth events() throws Exception {
    Workload workload = Workloads.updates(settings, EVENTS);
    Progress.say("%,d events", workload.events());
    try (Source source = written(workload, List.of("events"))) {
      List<Figures> parts = parts(source, "events");
      Figures early = parts.get(1);
      Figures late = parts.getLast();
      return growth("events", from(early), early.cpuPerMillion(), from(late), late.cpuPerMillion());
    }
  }

  private static String from(Figures part) {
    return "from %,d on".formatted(part.last() - part.events());
  }

  /** The better of some runs each, in turn, since the machine has its moods. */
  private Growth tables() throws Exception {
    int count = (int) Math.max(100, TABLES * Math.min(1, settings.scale()));
    Progress.say("%,d tables", count);
    List<String> runs = List.of("first", "second");
    double costOfOne = Double.MAX_VALUE;
    double costOfMany = Double.MAX_VALUE;
    try (Source one = written(inserts(1), runs);
        Source many = written(inserts(count), runs)) {
      for (String run : runs) {
        costOfOne = Math.min(costOfOne, cpuPerMillion(one, run));
        costOfMany = Math.min(costOfMany, cpuPerMillion(many, run));
      }
    }
    return growth("tables", "1", costOfOne, "%,d".formatted(count), costOfMany);
  }

  private double cpuPerMillion(Source source, String slot) throws Exception {
    return Figures.sum(parts(source, slot).subList(PARTS / 2, PARTS)).cpuPerMillion();
  }

  private static Growth growth(String key, String little, double small, String much, double large) {
    return new Growth(key, key, "CPU s a million", little, small, much, large);
  }

  private Source written(Workload workload, List<String> slots) {
    Source source = Source.of(server, workload);
    source.slots(slots);
    source.write(workload, workload.events());
    return source;
  }

  private List<Figures> parts(Source source, String slot) throws Exception {
    try (Folder folder = Folder.create(settings.folder())) {
      return new IntoLog().parts(source.slot(slot, source.written()), folder.path(), PARTS);
    }
  }

  /** Inserts into each table in turn. */
  private Workload inserts(int tables) {
    return new Workload(
        "tables",
        "Inserts into %,d tables".formatted(tables),
        settings.events(INSERTS),
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
