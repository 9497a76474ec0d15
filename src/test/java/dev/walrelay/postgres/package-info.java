/**
 * Real PostgreSQL servers for tests, one process for each version however many tests ask for it.
 */
@NullMarked
package dev.walrelay.postgres;

import org.jspecify.annotations.NullMarked;
