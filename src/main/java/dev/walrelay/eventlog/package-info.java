/**
 * The durable log that all readers read. What is appended here is safe, and only then may the slot
 * move on.
 */
@NullMarked
package dev.walrelay.eventlog;

import org.jspecify.annotations.NullMarked;
