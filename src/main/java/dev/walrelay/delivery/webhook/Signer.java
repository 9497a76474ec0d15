package dev.walrelay.delivery.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Signs deliveries as Standard Webhooks says, with every secret that is valid: during a rotation
 * the receiver may know either.
 *
 * @param secrets at least one of which is current
 */
record Signer(List<Secret> secrets) {

  /**
   * The value of {@code webhook-signature}.
   *
   * @param id the {@code webhook-id}
   * @param seconds the {@code webhook-timestamp}
   * @param body before compression
   */
  String sign(String id, long seconds, byte[] body) {
    byte[] head = (id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8);
    Instant now = Instant.ofEpochSecond(seconds);
    return secrets.stream()
        .filter(secret -> secret.isValidAt(now))
        .map(secret -> secret.sign(head, body))
        .collect(Collectors.joining(" "));
  }
}
