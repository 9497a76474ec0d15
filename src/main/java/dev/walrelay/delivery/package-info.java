/** Readers of the log: where to start, what to select, and the HTTP interface over it. */
@NullMarked
package dev.walrelay.delivery;

import org.jspecify.annotations.NullMarked;
