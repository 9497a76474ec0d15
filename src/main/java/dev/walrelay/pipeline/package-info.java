/** The loop from bytes to durable events. */
@NullMarked
package dev.walrelay.pipeline;

import org.jspecify.annotations.NullMarked;
