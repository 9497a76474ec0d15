/** Health and metrics at the edge. */
@NullMarked
package dev.walrelay.ops;

import org.jspecify.annotations.NullMarked;
