package dev.walrelay.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@Isolated("looks at what is printed")
@ExtendWith(OutputCaptureExtension.class)
class PrivateFileTest {

  @TempDir private Path directory;

  @Test
  void isReadableByItsOwnerOnlyAndWhole() throws IOException {
    PrivateFile file = new PrivateFile(directory.resolve("deep/er/token"), "token");

    file.create("secret");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
    assertThat(file.read()).contains("secret");
    assertThat(file.path().resolveSibling("token.new")).doesNotExist();
  }

  @Test
  void keepsWhatIsThere() {
    PrivateFile file = new PrivateFile(directory.resolve("token"), "token");
    assertThat(file.readOrCreate(() -> "first")).isEqualTo("first");
    assertThat(file.readOrCreate(() -> "second")).isEqualTo("first");
  }

  @Test
  void isMadeOverWhatACrashLeft() throws IOException {
    Files.writeString(directory.resolve("token.new"), "half");
    PrivateFile file = new PrivateFile(directory.resolve("token"), "token");
    assertThat(file.readOrCreate(() -> "whole")).isEqualTo("whole");
    assertThat(file.read()).contains("whole");
  }

  @Test
  void refusesAnEmptyFile() throws IOException {
    PrivateFile file = new PrivateFile(directory.resolve("token"), "admin's token");
    Files.writeString(file.path(), "\n");
    assertThatThrownBy(file::read)
        .isInstanceOf(SecretException.class)
        .hasMessageContaining("should hold the admin's token but is empty");
  }

  @Test
  void saysThatItCannotBeReadOrWritten() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    PrivateFile unwritable = new PrivateFile(directory.resolve("file/token"), "token");
    assertThatThrownBy(() -> unwritable.create("x"))
        .isInstanceOf(SecretException.class)
        .hasMessageContaining("can't be written");
    PrivateFile unreadable = new PrivateFile(directory, "token");
    assertThatThrownBy(unreadable::read)
        .isInstanceOf(SecretException.class)
        .hasMessageContaining("can't be read");
  }

  @Test
  void warnsOfAFileThatAllMayRead(CapturedOutput output) throws IOException {
    PrivateFile file = new PrivateFile(directory.resolve("token"), "token");
    file.create("0123456789");
    file.read();
    assertThat(output).isEmpty();
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r--r--"));

    file.read();

    assertThat(output).contains("Everyone on this machine may read").doesNotContain("0123456789");
  }
}
