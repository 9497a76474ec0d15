/** Tests of how secrets are kept. */
@NullMarked
package dev.walrelay.secret;

import org.jspecify.annotations.NullMarked;
