/** Server-Sent Events, NDJSON and pages over the log. */
@NullMarked
package dev.walrelay.delivery.sse;

import org.jspecify.annotations.NullMarked;
