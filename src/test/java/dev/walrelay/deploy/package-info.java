/** What surrounds the service where users run it: image, chart, Prometheus and proxies. */
@NullMarked
package dev.walrelay.deploy;

import org.jspecify.annotations.NullMarked;
