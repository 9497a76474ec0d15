package dev.walrelay.secret;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of a key file, a line each: 32 bytes in base64. The first one encrypts; the others are
 * there to decrypt what was encrypted before they were replaced.
 */
final class SecretKeys {

  static final int ID_LENGTH = 4;

  private static final int KEY_LENGTH = 32;
  private static final byte[] ID_PURPOSE = "walrelay key id\0".getBytes(StandardCharsets.US_ASCII);

  private final Path file;
  private final Map<String, SecretKey> keys = new LinkedHashMap<>();

  private SecretKeys(Path file) {
    this.file = file;
  }

  static String generate() {
    byte[] key = new byte[KEY_LENGTH];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  static SecretKeys parse(Path file, String text) {
    SecretKeys keys = new SecretKeys(file);
    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    for (int i = 0; i < lines.size(); i++) {
      byte[] key = keys.decode(lines.get(i), i + 1);
      keys.keys.putIfAbsent(HexFormat.of().formatHex(id(key)), new SecretKeySpec(key, "AES"));
    }
    return keys;
  }

  private byte[] decode(String line, int number) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(line);
    } catch (IllegalArgumentException _) {
      // Its message would show a character of the key.
      key = new byte[0];
    }
    if (key.length != KEY_LENGTH) {
      throw new SecretException(
          "Key %d in %s is not 32 bytes in base64: make one with 'openssl rand -base64 32', or restore the file."
              .formatted(number, file));
    }
    return key;
  }

  /** Tells keys apart and says nothing about the key. */
  private static byte[] id(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(ID_PURPOSE);
      return Arrays.copyOf(digest.digest(key), ID_LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no SHA-256.", e);
    }
  }

  /** The id of the key that encrypts. */
  byte[] currentId() {
    return HexFormat.of().parseHex(keys.keySet().iterator().next());
  }

  Optional<SecretKey> find(byte[] id) {
    return Optional.ofNullable(keys.get(HexFormat.of().formatHex(id)));
  }

  /** The ids of all keys and where they are, for messages. */
  String describe() {
    return "%s (key %s)".formatted(file, String.join(", ", keys.keySet()));
  }
}
