package dev.walrelay.delivery.webhook;

import java.util.Arrays;

/**
 * The form in which secrets are stored. The first byte says which; this one is in the clear, and
 * whoever can read the log's file can read them.
 */
final class SecretSeal {

  private static final byte CLEAR = 0;

  byte[] seal(byte[] secret) {
    byte[] sealed = new byte[secret.length + 1];
    sealed[0] = CLEAR;
    System.arraycopy(secret, 0, sealed, 1, secret.length);
    return sealed;
  }

  byte[] open(byte[] sealed) {
    if (sealed.length == 0 || sealed[0] != CLEAR) {
      throw new IllegalStateException(
          "A webhook secret is stored in a form that this version does not know: run the version"
              + " that wrote it, or rotate the secret.");
    }
    return Arrays.copyOfRange(sealed, 1, sealed.length);
  }
}
