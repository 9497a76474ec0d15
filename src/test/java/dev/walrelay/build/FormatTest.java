package dev.walrelay.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the sources to google-java-format. A test and not a Maven plugin, since the formatter needs
 * the JDK that the tests run on, which may be newer than the one that runs Maven.
 */
class FormatTest {

  private static final boolean REWRITE = Boolean.getBoolean("build.format");

  @Test
  void sourcesAreFormatted() throws IOException {
    List<Path> unformatted = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !isFormatted(file))
          .forEach(unformatted::add);
    }
    assertThat(unformatted)
        .as("files to format with: mvn test -Dtest=FormatTest -Dbuild.format=true")
        .isEmpty();
  }

  private static boolean isFormatted(Path file) {
    try {
      String source = Files.readString(file);
      String formatted = format(source);
      if (!formatted.equals(source) && REWRITE) {
        Files.writeString(file, formatted);
        return true;
      }
      return formatted.equals(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FormatterException e) {
      throw new IllegalStateException(file + " does not parse", e);
    }
  }

  private static String format(String source) throws FormatterException {
    String imports =
        ImportOrderer.reorderImports(
            RemoveUnusedImports.removeUnusedImports(source), JavaFormatterOptions.Style.GOOGLE);
    return new Formatter().formatSource(imports);
  }
}
