/** The application: properties, configuration and start. Uses everything; nothing uses it. */
@NullMarked
package dev.walrelay;

import org.jspecify.annotations.NullMarked;
