@NullMarked
package dev.walrelay.pipeline;

import org.jspecify.annotations.NullMarked;
