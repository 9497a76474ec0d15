/** The whole service, started as users start it. */
@NullMarked
package dev.walrelay;

import org.jspecify.annotations.NullMarked;
