/** Positions and times at their edges. */
@NullMarked
package dev.walrelay.wal;

import org.jspecify.annotations.NullMarked;
