package dev.walrelay.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/**
 * A token of which only the SHA-256 is kept. Tokens are random, so that a plain hash of one can't
 * be reversed; this is not a way to store passwords.
 */
public final class TokenDigest {

  /** What a client can send (RFC 6750, section 2.1). */
  private static final Pattern SENDABLE = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private static final int SHORT = 16;

  private final byte[] digest;
  private final boolean sendable;
  private final boolean easyToGuess;

  private TokenDigest(String token) {
    digest = sha256(token);
    sendable = SENDABLE.matcher(token).matches();
    easyToGuess = token.length() < SHORT;
  }

  /** Accepts any text: a complaint made here would be shown together with the token. */
  public static TokenDigest of(String token) {
    return new TokenDigest(token);
  }

  private static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no SHA-256.", e);
    }
  }

  /** Whether both are of the same token; takes the same time wherever they differ. */
  boolean matches(TokenDigest other) {
    return MessageDigest.isEqual(digest, other.digest);
  }

  /** Whether an {@code Authorization} header can hold it. */
  boolean isSendable() {
    return sendable;
  }

  boolean isEasyToGuess() {
    return easyToGuess;
  }

  /** Shows nothing of the token. */
  @Override
  public String toString() {
    return "(hidden)";
  }
}
