@NullMarked
package dev.walrelay.event;

import org.jspecify.annotations.NullMarked;
