/**
 * Who may do what: bearer tokens and JWTs, their roles, and the events that each may see. Knows
 * nothing of endpoints but their paths, so that every reader of the log asks the same question.
 */
@NullMarked
package dev.walrelay.access;

import org.jspecify.annotations.NullMarked;
