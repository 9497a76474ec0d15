package dev.walrelay.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts small secrets for storage with AES-256-GCM (NIST SP 800-38D). A sealed secret is bound
 * to what it belongs to: moved to another place, it does not open. Thread-safe.
 *
 * <p>The format: a byte for its version (1), 4 bytes that name the key, 12 random bytes (the
 * nonce), the ciphertext and its tag of 16 bytes. Authenticated besides are the version, the name
 * of the key and what the secret belongs to.
 */
public final class SecretBox {

  private static final byte VERSION = 1;
  private static final int NONCE_LENGTH = 12;
  private static final int TAG_BITS = 128;
  private static final int HEAD_LENGTH = 1 + SecretKeys.ID_LENGTH + NONCE_LENGTH;
  private static final int MIN_LENGTH = HEAD_LENGTH + TAG_BITS / Byte.SIZE;

  private final SecretKeys keys;
  private final SecureRandom random = new SecureRandom();

  private SecretBox(SecretKeys keys) {
    this.keys = keys;
  }

  /**
   * A box with the keys of a file that the operator provides: 32 bytes in base64, and below it, a
   * line each, those that it replaces.
   *
   * @throws SecretException if the file is missing or malformed
   */
  public static SecretBox withKeyFile(Path file) {
    PrivateFile keyFile = keyFile(file);
    String text =
        keyFile
            .read()
            .orElseThrow(
                () ->
                    new SecretException(
                        "The key file %s of walrelay.security.encryption-key is missing: mount it, or make one with 'openssl rand -base64 32'."
                            .formatted(keyFile.path())));
    return new SecretBox(SecretKeys.parse(keyFile.path(), text));
  }

  /**
   * A box with the keys of a file that is made, mode 600, if it is missing.
   *
   * @throws SecretException if the file is malformed, or can't be read or written
   */
  public static SecretBox withOwnKeyFile(Path file) {
    PrivateFile keyFile = keyFile(file);
    return new SecretBox(
        SecretKeys.parse(keyFile.path(), keyFile.readOrCreate(SecretKeys::generate)));
  }

  private static PrivateFile keyFile(Path file) {
    return new PrivateFile(file, "encryption key");
  }

  /**
   * Encrypts a secret.
   *
   * @param belongsTo what {@link #open} must be told again, such as {@code webhook secret 7}
   */
  public byte[] seal(byte[] secret, String belongsTo) {
    byte[] id = keys.currentId();
    byte[] nonce = new byte[NONCE_LENGTH];
    random.nextBytes(nonce);
    try {
      byte[] encrypted =
          cipher(Cipher.ENCRYPT_MODE, key(id, belongsTo), id, nonce, belongsTo).doFinal(secret);
      return ByteBuffer.allocate(HEAD_LENGTH + encrypted.length)
          .put(VERSION)
          .put(id)
          .put(nonce)
          .put(encrypted)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java can't encrypt with AES-256-GCM.", e);
    }
  }

  /**
   * Decrypts what {@link #seal} made.
   *
   * @param belongsTo what it was sealed for
   * @throws SecretException if it was sealed with a key that this box lacks, was sealed for
   *     something else or was changed; the message begins with what it belongs to
   */
  public byte[] open(byte[] sealed, String belongsTo) {
    if (sealed.length < MIN_LENGTH || sealed[0] != VERSION) {
      throw new SecretException(
          "The stored %s has a form that this version can't read: run the version that wrote it, or set it anew."
              .formatted(belongsTo));
    }
    byte[] id = new byte[SecretKeys.ID_LENGTH];
    byte[] nonce = new byte[NONCE_LENGTH];
    ByteBuffer.wrap(sealed, 1, HEAD_LENGTH - 1).get(id).get(nonce);
    SecretKey key = key(id, belongsTo);
    try {
      return cipher(Cipher.DECRYPT_MODE, key, id, nonce, belongsTo)
          .doFinal(sealed, HEAD_LENGTH, sealed.length - HEAD_LENGTH);
    } catch (AEADBadTagException e) {
      throw new SecretException(
          "The stored %s is damaged or was moved there from elsewhere: restore it, or set it anew."
              .formatted(belongsTo),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java can't decrypt AES-256-GCM.", e);
    }
  }

  private SecretKey key(byte[] id, String belongsTo) {
    return keys.find(id)
        .orElseThrow(
            () ->
                new SecretException(
                    "The stored %s was encrypted with key %s, which is not in %s: add that key as a further line, or set the secret anew."
                        .formatted(belongsTo, HexFormat.of().formatHex(id), keys.describe())));
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] id, byte[] nonce, String belongsTo)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(new byte[] {VERSION});
    cipher.updateAAD(id);
    cipher.updateAAD(belongsTo.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
