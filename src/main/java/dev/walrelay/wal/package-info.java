/**
 * Positions and times of the write-ahead log. Kept apart because every other package speaks of
 * them.
 */
@NullMarked
package dev.walrelay.wal;

import org.jspecify.annotations.NullMarked;
