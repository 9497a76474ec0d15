/**
 * From changes to events: identifiers, JSON and the selection of events. Works on bytes, since this
 * is the hot path: no text object is made for a column.
 */
@NullMarked
package dev.walrelay.event;

import org.jspecify.annotations.NullMarked;
