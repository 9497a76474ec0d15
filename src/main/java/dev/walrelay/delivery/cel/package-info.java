/** Filter expressions in the Common Expression Language, over the members of an event. */
@NullMarked
package dev.walrelay.delivery.cel;

import org.jspecify.annotations.NullMarked;
