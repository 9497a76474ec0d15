/**
 * From decoded messages to changes of committed transactions in commit order: which relation a
 * change belongs to, which ordinal it has. What the server sends before it knows how the
 * transaction ends is kept here until it does, in memory or on disk.
 */
@NullMarked
package dev.walrelay.transaction;

import org.jspecify.annotations.NullMarked;
