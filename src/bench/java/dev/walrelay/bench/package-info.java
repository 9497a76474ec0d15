/**
 * Measures the whole path beside a plain reader and beside a peer: one server, every workload
 * written once, each way of reading it in a process of its own. The parent writes, plays the
 * readers of streams and the endpoints of webhooks, and prints; only the child's cost counts.
 */
@NullMarked
package dev.walrelay.bench;

import org.jspecify.annotations.NullMarked;
