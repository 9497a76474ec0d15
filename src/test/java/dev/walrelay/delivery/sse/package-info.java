/** The HTTP interface over a real log. */
@NullMarked
package dev.walrelay.delivery.sse;

import org.jspecify.annotations.NullMarked;
