/**
 * Webhooks: each subscription is a durable cursor over the log, from which events are sent to an
 * endpoint, at least once and in order. What is sent together is decided on and stored before the
 * first attempt, so that every attempt, also after a restart, has the same body and id.
 */
@NullMarked
package dev.walrelay.delivery.webhook;

import org.jspecify.annotations.NullMarked;
