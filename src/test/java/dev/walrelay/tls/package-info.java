/** Certificates that tests make for themselves. */
@NullMarked
package dev.walrelay.tls;

import org.jspecify.annotations.NullMarked;
