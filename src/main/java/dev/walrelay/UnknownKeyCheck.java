package dev.walrelay;

import java.util.regex.Pattern;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Stops the start at a key that does not exist, wherever it is given: a setting that is silently
 * ignored is found out when it is too late.
 */
final class UnknownKeyCheck implements EnvironmentPostProcessor, Ordered {

  /** What Kubernetes puts into every container's environment for a service named walrelay. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("WALRELAY_(.*_)?(SERVICE_(HOST|PORT(_.*)?)|PORT(_.*)?)");

  private final KnownKeys known = new KnownKeys();

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> enumerable) {
        boolean variables = isEnvironmentVariables(source);
        for (String name : enumerable.getPropertyNames()) {
          check(name, variables);
        }
      }
    }
  }

  private static boolean isEnvironmentVariables(PropertySource<?> source) {
    return source.getName().startsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
  }

  private void check(String name, boolean variable) {
    boolean ours =
        variable
            ? name.startsWith("WALRELAY_") && !SERVICE_LINK.matcher(name).matches()
            : name.startsWith("walrelay.");
    // Test settings of the build share the prefix.
    if (ours && !name.startsWith("walrelay.test.") && !known.contains(name)) {
      throw new UnknownKeyException(name, known.nearest(name).orElseThrow());
    }
  }

  /** Last, so that the settings of all files are there. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }
}
