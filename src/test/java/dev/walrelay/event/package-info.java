/** Events without a database. */
@NullMarked
package dev.walrelay.event;

import org.jspecify.annotations.NullMarked;
