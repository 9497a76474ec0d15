/** How fast bytes become events, without server and log, on what a real server sent. */
@NullMarked
package dev.walrelay.bench.decoding;

import org.jspecify.annotations.NullMarked;
