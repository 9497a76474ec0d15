@NullMarked
package dev.walrelay.transaction;

import org.jspecify.annotations.NullMarked;
