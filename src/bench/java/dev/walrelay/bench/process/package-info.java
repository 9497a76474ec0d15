/**
 * The processes that are measured: each reads a slot in its own way, with a heap of its own, and
 * answers what it took. What they share with the peer's process uses nothing but the JDK.
 */
@NullMarked
package dev.walrelay.bench.process;

import org.jspecify.annotations.NullMarked;
