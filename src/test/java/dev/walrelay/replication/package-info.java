/** Reading from real servers of every version. */
@NullMarked
package dev.walrelay.replication;

import org.jspecify.annotations.NullMarked;
