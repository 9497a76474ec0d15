package dev.walrelay.pgoutput;

/**
 * What is done on a server to make it send certain messages. Together they bring all 19, most of
 * them in every form. A script's steps stand apart by an empty line; the step {@value #DRAIN} takes
 * what the slot has by then.
 */
enum CaptureScenario {
  CHANGES(
      15,
      "proto_version '1', messages 'true'",
      """
      SELECT pg_logical_emit_message(false, 'outside', 'lone')

      BEGIN;
      INSERT INTO orders VALUES (1, 'new', 'ten', NULL, 'long');
      INSERT INTO orders SELECT 2, 'paid', '', 7, string_agg(i::text, '')
        FROM generate_series(1, 700) i;
      UPDATE orders SET note = 'zehn €' WHERE id = 1;
      UPDATE orders SET id = 3 WHERE id = 2;
      DELETE FROM orders WHERE id = 1;
      SELECT pg_logical_emit_message(true, 'inside', '\\x00ff'::bytea);
      COMMIT

      BEGIN;
      INSERT INTO whole VALUES (1, NULL);
      UPDATE whole SET b = 'b';
      DELETE FROM whole;
      INSERT INTO by_index VALUES (1, 2);
      UPDATE by_index SET b = 3;
      INSERT INTO nameless VALUES (1);
      INSERT INTO empty DEFAULT VALUES;
      COMMIT

      TRUNCATE whole

      TRUNCATE orders RESTART IDENTITY CASCADE

      SELECT pg_replication_origin_session_setup('upstream')

      BEGIN;
      SELECT pg_replication_origin_xact_setup('1/2A', '2026-11-30 05:52:18Z');
      INSERT INTO nameless VALUES (2);
      COMMIT

      SELECT pg_replication_origin_session_reset()

      (drain)
      """),

  BINARY(
      15,
      "proto_version '1', binary 'true'",
      """
      INSERT INTO orders VALUES (1, 'new', 'ten', 258, NULL)

      (drain)
      """),

  PREPARED(
      15,
      "proto_version '3', two_phase 'on'",
      """
      BEGIN; INSERT INTO nameless VALUES (1); PREPARE TRANSACTION 'kept'

      BEGIN; INSERT INTO nameless VALUES (2); PREPARE TRANSACTION 'given up'

      (drain)

      COMMIT PREPARED 'kept'

      ROLLBACK PREPARED 'given up'

      (drain)
      """),

  STREAMED(
      15,
      "proto_version '2', messages 'true', streaming 'on'",
      """
      SELECT pg_replication_origin_session_setup('upstream')

      """
          + Scripts.STREAMED
          + """

          SELECT pg_replication_origin_session_reset()
          """),

  STREAMED_PREPARED(
      15,
      "proto_version '3', streaming 'on', two_phase 'on'",
      """
      BEGIN;
      INSERT INTO nameless VALUES (1);
      INSERT INTO padding SELECT repeat('x', 7000) FROM generate_series(1, 12);
      PREPARE TRANSACTION 'streamed'

      COMMIT PREPARED 'streamed'

      (drain)
      """),

  STREAMED_PARALLEL(
      16, "proto_version '4', messages 'true', streaming 'parallel'", Scripts.STREAMED);

  static final String DRAIN = "(drain)";

  private final int minVersion;
  private final String options;
  private final String script;

  CaptureScenario(int minVersion, String options, String script) {
    this.minVersion = minVersion;
    this.options = options;
    this.script = script;
  }

  /** Whether servers of that version can do it. */
  boolean runsOn(int version) {
    return version >= minVersion;
  }

  /** Options of the plugin besides the publication, each name before its value. */
  String options() {
    return options;
  }

  /** SQL, or {@link #DRAIN}. */
  String[] steps() {
    return script.strip().split("\n\n", -1);
  }

  /** Whether messages are decoded as those of {@code streaming 'parallel'}. */
  boolean parallel() {
    return this == STREAMED_PARALLEL;
  }

  /** Apart, since constants of an enum cannot use those of the enum's own. */
  private static final class Scripts {

    /**
     * More than decoding holds in memory, by rows that are not published. The subtransaction is
     * decoded when it has long been rolled back: what it uses must be in the caches by then, or the
     * server notices and leaves it out.
     */
    static final String STREAMED =
        """
        BEGIN;
        INSERT INTO padding VALUES ('x');
        INSERT INTO orders VALUES (1, 'new', 'ten', NULL, NULL);
        SAVEPOINT s;
        INSERT INTO orders VALUES (2, 'new', 'ten', NULL, NULL);
        INSERT INTO padding SELECT repeat('x', 7000) FROM generate_series(1, 12);
        ROLLBACK TO s;
        UPDATE orders SET note = 'n';
        DELETE FROM orders;
        TRUNCATE nameless;
        SELECT pg_logical_emit_message(true, 'inside', 'streamed');
        COMMIT

        (drain)
        """;
  }
}
