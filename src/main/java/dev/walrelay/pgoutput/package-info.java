/**
 * The logical replication messages of the <code>pgoutput</code> plugin, protocol versions 1 to 4,
 * named as in the PostgreSQL manual (Logical Replication Message Formats). Pure decoding: no I/O,
 * no logging, no configuration, no filtering.
 */
@NullMarked
package dev.walrelay.pgoutput;

import org.jspecify.annotations.NullMarked;
