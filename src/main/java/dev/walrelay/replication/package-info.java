/**
 * The connection to the source database: slot, publication, the stream of bytes and the confirmed
 * position. The only package that knows the PostgreSQL driver.
 */
@NullMarked
package dev.walrelay.replication;

import org.jspecify.annotations.NullMarked;
