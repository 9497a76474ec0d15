/** The first minute with Walrelay: an embedded database with a small shop in it. */
@NullMarked
package dev.walrelay.demo;

import org.jspecify.annotations.NullMarked;
