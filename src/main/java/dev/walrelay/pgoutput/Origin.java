package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;

/**
 * The transaction was itself replicated: follows its {@link Begin}, {@link BeginPrepare} or {@link
 * StreamStart}.
 *
 * @param commitLsn where it committed on the origin, {@link Lsn#ZERO} if that is not known
 * @param name the name of the replication origin
 */
public record Origin(Lsn commitLsn, String name) implements PgOutputMessage {}
