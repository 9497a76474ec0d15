package dev.walrelay.replication;

import dev.walrelay.wal.Lsn;

/**
 * What the caller has stored of the source's history.
 *
 * @param flushed up to where it has stored changes
 * @param systemIdentifier the database system that they came from
 * @param timeline the timeline that it read them from
 * @param majorVersion of the server that it read them from, 0 if that is not known
 */
public record StoredHistory(Lsn flushed, String systemIdentifier, int timeline, int majorVersion) {}
