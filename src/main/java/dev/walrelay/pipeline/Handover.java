package dev.walrelay.pipeline;

import dev.walrelay.event.EventBatch;
import dev.walrelay.wal.Lsn;

/**
 * What the reading thread gives to the log.
 *
 * @param batch events, complete and not touched any more
 * @param flushed the end of the last whole transaction up to its end: what the slot may forget then
 * @param transactions how many transactions ended in it
 */
public record Handover(EventBatch batch, Lsn flushed, int transactions) {}
