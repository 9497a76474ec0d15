/**
 * Secrets at rest: files that only their owner reads, and a box that encrypts with the key in such
 * a file. A package of its own, since both readers' tokens and webhooks need it and neither the
 * other; the JDK alone, so that there is little to trust.
 */
@NullMarked
package dev.walrelay.secret;

import org.jspecify.annotations.NullMarked;
