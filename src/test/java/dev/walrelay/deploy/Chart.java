package dev.walrelay.deploy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;

/** The chart, rendered by Helm's own engine for a release {@code walrelay} in {@code shop}. */
final class Chart {

  static final String NAMESPACE = "shop";
  private static final Path FOLDER = Path.of("helm", "walrelay");
  private static final String KUBERNETES = "1.33.0";

  /** Rendering leaves out hooks, such as the pod of helm test; in this copy they are none. */
  private static final Path WITHOUT_HOOKS = copyWithoutHooks();

  private Chart() {}

  private static Path copyWithoutHooks() {
    try {
      Path copy = Files.createDirectories(Path.of("target", "chart"));
      try (Stream<Path> files = Files.walk(FOLDER)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path target = copy.resolve(FOLDER.relativize(file));
          Files.createDirectories(target.resolveSibling("."));
          Files.writeString(target, Files.readString(file).replace("helm.sh/hook", "was/hook"));
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What Helm would send to the cluster; the values, as YAML, go over those of the chart. */
  static Manifests render(String values) {
    return Manifests.parse(
        withFile(
            values,
            file ->
                new Helm(WITHOUT_HOOKS)
                    .template()
                    .withName("walrelay")
                    .withNamespace(NAMESPACE)
                    .withKubeVersion(KUBERNETES)
                    .withValuesFile(file)
                    .call()));
  }

  /** What Helm prints after it has installed the chart. */
  static String notes(String values) {
    return withFile(
        values,
        file ->
            new Helm(FOLDER)
                .install()
                .clientOnly()
                .dryRun()
                .withName("walrelay")
                .withNamespace(NAMESPACE)
                .withKubeVersion(KUBERNETES)
                .withValuesFile(file)
                .call()
                .getOutput());
  }

  static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  private static String withFile(String values, Function<Path, String> use) {
    try {
      Path file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        return use.apply(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
