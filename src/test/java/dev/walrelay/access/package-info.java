/** Fixtures of who may do what. */
@NullMarked
package dev.walrelay.access;

import org.jspecify.annotations.NullMarked;
