package dev.walrelay.replication;

import java.util.List;

/**
 * What our sessions need, whatever a role, a database or the server's file may have set for others.
 */
final class SessionSettings {

  /**
   * The time-outs come first, since all else would be subject to them. They are meant for ordinary
   * sessions: the creation of a slot waits for open transactions, and a decoded transaction counts
   * as one of this session, so that one that takes longer could never be read. The server's
   * warnings may be of a loss. With the last ones pgoutput prints values; the driver sets some of
   * them itself, from the JVM's time zone for one.
   */
  private static final String ALWAYS =
      """
      SET statement_timeout = 0;
      SET lock_timeout = 0;
      SET idle_session_timeout = 0;
      SET idle_in_transaction_session_timeout = 0;
      SET default_transaction_read_only = off;
      SET default_transaction_isolation = 'read committed';
      SET default_transaction_deferrable = off;
      SET exit_on_error = off;
      SET client_min_messages = 'notice';
      SET standard_conforming_strings = on;
      SET quote_all_identifiers = off;
      SET client_encoding = 'UTF8';
      SET timezone = 'UTC';
      SET datestyle = 'ISO';
      SET intervalstyle = 'iso_8601';
      SET extra_float_digits = 3;
      SET bytea_output = 'hex'
      """;

  /** A setting of version 17. */
  private static final String WHERE_KNOWN =
      """
      SELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings
      WHERE name = 'transaction_timeout'
      """;

  /** Nothing stands before the catalog; tables are found where they were. */
  private static final String SEARCH_PATH =
      """
      SELECT pg_catalog.set_config('search_path', pg_catalog.concat_ws(
        ', ', 'pg_catalog', nullif(pg_catalog.current_setting('search_path'), '')), false)
      """;

  /** To be run one after the other at the beginning of a session. */
  static final List<String> STATEMENTS = List.of(ALWAYS, WHERE_KNOWN, SEARCH_PATH);

  private SessionSettings() {}
}
