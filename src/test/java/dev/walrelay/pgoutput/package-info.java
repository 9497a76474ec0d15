/** The decoder against what real servers sent, and against what none would send. */
@NullMarked
package dev.walrelay.pgoutput;

import org.jspecify.annotations.NullMarked;
