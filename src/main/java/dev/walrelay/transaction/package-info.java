/**
 * From decoded messages to changes of committed transactions in commit order: which relation a
 * change belongs to, which ordinal it has.
 */
@NullMarked
package dev.walrelay.transaction;

import org.jspecify.annotations.NullMarked;
