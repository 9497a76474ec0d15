package dev.walrelay.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretBoxTest {

  private static final String OWNER = "secret of webhook 7";
  private static final byte[] SECRET = "whsec_c2VjcmV0".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path directory;
  private Path keyFile;

  @BeforeEach
  void nameKeyFile() {
    keyFile = directory.resolve("walrelay.db.key");
  }

  @Test
  void opensWhatItSealedAlsoAfterARestart() {
    byte[] sealed = SecretBox.withOwnKeyFile(keyFile).seal(SECRET, OWNER);

    assertThat(SecretBox.withOwnKeyFile(keyFile).open(sealed, OWNER)).isEqualTo(SECRET);
    assertThat(SecretBox.withKeyFile(keyFile).open(sealed, OWNER)).isEqualTo(SECRET);
  }

  @Test
  void showsNothingOfTheSecretAndNeverTheSameTwice() {
    SecretBox box = SecretBox.withOwnKeyFile(keyFile);

    byte[] sealed = box.seal(SECRET, OWNER);

    assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("whsec");
    assertThat(box.seal(SECRET, OWNER)).isNotEqualTo(sealed);
    assertThat(box.open(box.seal(new byte[0], OWNER), OWNER)).isEmpty();
  }

  @Test
  void detectsEveryChangedByte() {
    SecretBox box = SecretBox.withOwnKeyFile(keyFile);
    byte[] sealed = box.seal(SECRET, OWNER);
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> box.open(changed, OWNER))
          .as("byte %d", i)
          .isInstanceOf(SecretException.class)
          .hasMessageStartingWith("The stored " + OWNER);
    }
    byte[] none = {};
    assertThatThrownBy(() -> box.open(none, OWNER)).isInstanceOf(SecretException.class);
  }

  @Test
  void opensForNobodyElse() {
    SecretBox box = SecretBox.withOwnKeyFile(keyFile);
    byte[] sealed = box.seal(SECRET, OWNER);

    assertThatThrownBy(() -> box.open(sealed, "secret of webhook 8"))
        .hasMessage(
            "The stored secret of webhook 8 is damaged or was moved there from elsewhere: restore it, or set it anew.");
  }

  @Test
  void saysWhichKeyIsMissing() throws IOException {
    byte[] sealed = SecretBox.withOwnKeyFile(keyFile).seal(SECRET, OWNER);
    String oldKey = Files.readString(keyFile);
    Files.delete(keyFile);

    SecretBox other = SecretBox.withOwnKeyFile(keyFile);

    assertThatThrownBy(() -> other.open(sealed, OWNER))
        .isInstanceOf(SecretException.class)
        .hasMessageMatching(
            "The stored secret of webhook 7 was encrypted with key [0-9a-f]{8}, which is not in .*walrelay.db.key \\(key [0-9a-f]{8}\\): add that key as a further line, or set the secret anew\\.")
        .message()
        .doesNotContain(oldKey.strip());
  }

  @Test
  void opensWithAReplacedKeyAndSealsWithTheNewOne() throws IOException {
    byte[] before = SecretBox.withOwnKeyFile(keyFile).seal(SECRET, OWNER);
    String oldKey = Files.readString(keyFile);
    Files.delete(keyFile);
    SecretBox onlyNew = SecretBox.withOwnKeyFile(keyFile);
    Files.writeString(keyFile, Files.readString(keyFile) + "\n" + oldKey);

    SecretBox both = SecretBox.withKeyFile(keyFile);

    assertThat(both.open(before, OWNER)).isEqualTo(SECRET);
    assertThat(onlyNew.open(both.seal(SECRET, OWNER), OWNER)).isEqualTo(SECRET);
  }

  @Test
  void demandsTheKeyFileThatWasPromised() {
    assertThatThrownBy(() -> SecretBox.withKeyFile(keyFile))
        .isInstanceOf(SecretException.class)
        .hasMessageContaining("walrelay.security.encryption-key is missing");
    assertThat(keyFile).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"c2hvcnQ=", "not base64 at all!", "AAAA\nAAAA"})
  void refusesAMalformedKeyWithoutShowingIt(String text) throws IOException {
    Files.writeString(keyFile, text);
    assertThatThrownBy(() -> SecretBox.withKeyFile(keyFile))
        .isInstanceOf(SecretException.class)
        .hasMessageContaining("not 32 bytes in base64")
        .message()
        .doesNotContain(text);
  }
}
