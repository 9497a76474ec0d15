/** Tests of webhooks, with real HTTP servers. */
@NullMarked
package dev.walrelay.delivery.webhook;

import org.jspecify.annotations.NullMarked;
