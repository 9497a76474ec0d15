/** Readers of the log, without HTTP. */
@NullMarked
package dev.walrelay.delivery;

import org.jspecify.annotations.NullMarked;
