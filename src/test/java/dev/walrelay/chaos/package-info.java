/**
 * Proves that nothing is lost, by breaking things on purpose: the real service as a process of its
 * own, a real server behind a network that fails, and a webhook receiver. What is tagged {@code
 * chaos} takes minutes and runs with {@code mvn verify -Pchaos}; short forms of it run in each
 * build.
 */
@NullMarked
package dev.walrelay.chaos;

import org.jspecify.annotations.NullMarked;
