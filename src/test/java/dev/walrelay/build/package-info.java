/** What the build holds the sources to. */
@NullMarked
package dev.walrelay.build;

import org.jspecify.annotations.NullMarked;
