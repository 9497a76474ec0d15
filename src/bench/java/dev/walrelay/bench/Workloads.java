package dev.walrelay.bench;

import dev.walrelay.postgres.TestDatabase;
import java.util.Arrays;
import java.util.List;

/** The workloads of the table. */
final class Workloads {

  /** What programs do to a table of orders: seven columns. */
  static final String ORDERS =
      """
      CREATE TABLE orders (
        n bigint, id bigint PRIMARY KEY, customer int, status text, total numeric(12, 2),
        note text, changed timestamptz)
      """;

  /** Rows in the order of their numbers, with plans that keep that order. */
  private static final String[] SESSION = {
    "SET synchronous_commit = off", "SET enable_bitmapscan = off", "SET enable_seqscan = off"
  };

  /** The goals are about these: enough of them that the JVM's warming up does not decide. */
  private static final long UPDATES = 10_000_000;

  private static final int ROWS_TO_UPDATE = 100_000;
  private static final int ROWS_IN_COPY = 10_000;

  private Workloads() {}

  static List<Workload> all(Settings settings) {
    return List.of(
        updates(settings, UPDATES),
        single(settings),
        copy(settings),
        large(settings),
        wide(settings),
        messages(settings));
  }

  static Workload updates(Settings settings, long events) {
    return new Workload(
        "updates",
        "Updates of seven columns, 100 rows a transaction",
        settings.events(events),
        filledOrders(settings),
        (database, after, upTo) ->
            execute(
                database,
                """
                DO $$ DECLARE low bigint; BEGIN
                  FOR t IN %1$d .. %2$d LOOP
                    low := mod(t * 100, %3$d);
                    UPDATE orders SET n = t * 100 + id - low, status = 'paid',
                           total = total + 1.05, changed = clock_timestamp()
                     WHERE id > low AND id <= low + 100;
                    COMMIT;
                  END LOOP;
                END $$
                """
                    .formatted(after / 100, upTo / 100 - 1, rows(settings))));
  }

  private static Workload single(Settings settings) {
    return new Workload(
        "single",
        "Single-row transactions",
        settings.events(300_000),
        filledOrders(settings),
        (database, after, upTo) ->
            execute(
                database,
                """
                DO $$ BEGIN
                  FOR i IN %1$d + 1 .. %2$d LOOP
                    UPDATE orders SET n = i, status = 'paid', total = total + 1.05,
                           changed = clock_timestamp()
                     WHERE id = mod(i, %3$d) + 1;
                    COMMIT;
                  END LOOP;
                END $$
                """
                    .formatted(after, upTo, rows(settings))));
  }

  private static Workload copy(Settings settings) {
    return new Workload(
        "copy",
        "Inserts by COPY, 10,000 rows a transaction",
        settings.events(1_000_000),
        List.of(ORDERS),
        (database, after, upTo) -> {
          for (long from = after; from < upTo; from += ROWS_IN_COPY) {
            CopiedOrders.write(database, from, Math.min(upTo, from + ROWS_IN_COPY));
          }
        });
  }

  private static Workload large(Settings settings) {
    return new Workload(
        "large",
        "One transaction of a million rows",
        settings.events(1_000_000),
        List.of(ORDERS),
        (database, after, upTo) ->
            execute(database, "INSERT INTO orders " + orders(after + 1, upTo)));
  }

  private static Workload wide(Settings settings) {
    return new Workload(
        "wide",
        "Wide rows, 1 KB of text and 1 KB of jsonb, 100 a transaction",
        settings.events(200_000),
        List.of("CREATE TABLE documents (n bigint PRIMARY KEY, body text, details jsonb)"),
        (database, after, upTo) ->
            execute(
                database,
                """
                DO $$ BEGIN
                  FOR t IN %1$d .. %2$d LOOP
                    INSERT INTO documents
                    SELECT n, filler,
                           jsonb_build_object('customer', mod(n, 100000), 'paid', true,
                             'lines', jsonb_build_array(n, n * 1.37, 'a "quoted" word'),
                             'remark', reverse(filler))
                      FROM generate_series(t * 100::bigint + 1, t * 100 + 100) AS n,
                           LATERAL (SELECT string_agg(md5((n * 31 + i)::text), ' ') AS filler
                                      FROM generate_series(1, 30) AS i) AS made;
                    COMMIT;
                  END LOOP;
                END $$
                """
                    .formatted(after / 100, upTo / 100 - 1)));
  }

  private static Workload messages(Settings settings) {
    return new Workload(
        "messages",
        "Logical messages of 200 bytes, 100 a transaction",
        settings.events(200_000),
        List.of(),
        (database, after, upTo) ->
            execute(
                database,
                """
                DO $$ BEGIN
                  FOR t IN %1$d .. %2$d LOOP
                    PERFORM pg_logical_emit_message(true, 'orders.paid',
                              rpad('{"n":' || n || ',"text":"', 198, 'some words ') || '"}')
                       FROM generate_series(t * 100 + 1, t * 100 + 100) AS n;
                    COMMIT;
                  END LOOP;
                END $$
                """
                    .formatted(after / 100, upTo / 100 - 1)));
  }

  private static List<String> filledOrders(Settings settings) {
    return List.of(ORDERS, "INSERT INTO orders " + orders(1, rows(settings)), "ANALYZE orders");
  }

  private static long rows(Settings settings) {
    return settings.events(ROWS_TO_UPDATE);
  }

  private static String orders(long first, long last) {
    return """
        SELECT n, n, mod(n * 7919, 100000), 'new', n * 1.37,
               'customer says: "' || md5(n::text) || '"', clock_timestamp()
          FROM generate_series(%d::bigint, %d) AS n
        """
        .formatted(first, last);
  }

  static void execute(TestDatabase database, String statement) {
    String[] all = Arrays.copyOf(SESSION, SESSION.length + 1);
    all[SESSION.length] = statement;
    database.execute(all);
  }
}
