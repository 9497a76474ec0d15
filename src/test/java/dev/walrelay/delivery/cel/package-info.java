/** Tests of filter expressions. */
@NullMarked
package dev.walrelay.delivery.cel;

import org.jspecify.annotations.NullMarked;
