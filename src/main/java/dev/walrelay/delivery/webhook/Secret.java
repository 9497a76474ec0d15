package dev.walrelay.delivery.webhook;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A key that deliveries are signed with, by one of the schemes of Standard Webhooks. Its {@code
 * toString} shows nothing.
 */
final class Secret {

  /** A signature scheme. */
  enum Scheme {
    /** HMAC-SHA256 with a shared secret. */
    V1("v1"),
    /** Ed25519: the receiver needs the public key only. */
    V1A("v1a");

    private final String text;

    Scheme(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }

    static Scheme of(String text) {
      return text.equals(V1A.text) ? V1A : V1;
    }
  }

  private static final int LENGTH = 32;

  /** Of an Ed25519 key's encoding (RFC 8410): its identifier, and then the key itself. */
  private static final int PUBLIC_LENGTH = 12 + LENGTH;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Scheme scheme;
  private final byte[] material;
  private final @Nullable Instant validUntil;

  /** Ready to be copied, which is cheaper than to look one up and to prepare its key each time. */
  private volatile @Nullable Mac mac;

  /**
   * A known secret.
   *
   * @param material 32 random bytes; for Ed25519 the private key's encoding and then the public's
   * @param validUntil when it ends, if it was replaced
   */
  Secret(Scheme scheme, byte[] material, @Nullable Instant validUntil) {
    this.scheme = scheme;
    this.material = material.clone();
    this.validUntil = validUntil;
  }

  static Secret generate(Scheme scheme) {
    return switch (scheme) {
      case V1 -> {
        byte[] random = new byte[LENGTH];
        RANDOM.nextBytes(random);
        yield new Secret(scheme, random, null);
      }
      case V1A -> new Secret(scheme, keyPair(), null);
    };
  }

  private static byte[] keyPair() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      byte[] privateKey = pair.getPrivate().getEncoded();
      byte[] publicKey = pair.getPublic().getEncoded();
      byte[] both = Arrays.copyOf(privateKey, privateKey.length + publicKey.length);
      System.arraycopy(publicKey, 0, both, privateKey.length, publicKey.length);
      return both;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no Ed25519.", e);
    }
  }

  Scheme scheme() {
    return scheme;
  }

  byte[] material() {
    return material.clone();
  }

  boolean isValidAt(Instant time) {
    return validUntil == null || time.isBefore(validUntil);
  }

  boolean isCurrent() {
    return validUntil == null;
  }

  /** What a receiver needs: the secret itself, or the public key. */
  String text() {
    return switch (scheme) {
      case V1 -> "whsec_" + Base64.getEncoder().encodeToString(material);
      case V1A -> "whpk_" + Base64.getEncoder().encodeToString(rawPublicKey());
    };
  }

  /** The last bytes of its encoding (RFC 8410). */
  private byte[] rawPublicKey() {
    return Arrays.copyOfRange(material, material.length - LENGTH, material.length);
  }

  /** A signature of content in two parts, as it stands in the header. */
  String sign(byte[] head, byte[] body) {
    try {
      byte[] signature = scheme == Scheme.V1 ? hmac(head, body) : ed25519(head, body);
      return scheme.text() + "," + Base64.getEncoder().encodeToString(signature);
    } catch (GeneralSecurityException | CloneNotSupportedException e) {
      throw new IllegalStateException("A delivery could not be signed.", e);
    }
  }

  private byte[] hmac(byte[] head, byte[] body)
      throws GeneralSecurityException, CloneNotSupportedException {
    Mac prepared = mac;
    if (prepared == null) {
      prepared = Mac.getInstance("HmacSHA256");
      prepared.init(new SecretKeySpec(material, "HmacSHA256"));
      mac = prepared;
    }
    Mac copy = (Mac) prepared.clone();
    copy.update(head);
    return copy.doFinal(body);
  }

  private byte[] ed25519(byte[] head, byte[] body) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(privateKey());
    signature.update(head);
    signature.update(body);
    return signature.sign();
  }

  private PrivateKey privateKey() throws GeneralSecurityException {
    byte[] encoded = Arrays.copyOf(material, material.length - PUBLIC_LENGTH);
    return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }
}
