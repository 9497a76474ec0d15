/** How fast changes become events, measured on what a real server sent. */
@NullMarked
package dev.walrelay.bench;

import org.jspecify.annotations.NullMarked;
