package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Deliveries as a receiver verifies them, with the reference library of Standard Webhooks. */
class SignatureTest extends WithWebhooks {

  private static final String ED25519_HEADER = "302a300506032b6570032100";

  private static void verify(String secret, Request request) throws WebhookVerificationException {
    Map<String, List<String>> headers =
        request.headers().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
    new Webhook(secret).verify(request.text(), HttpHeaders.of(headers, (name, value) -> true));
  }

  private static String secret(List<Secret> secrets, Secret.Scheme scheme) {
    return secrets.stream()
        .filter(secret -> secret.scheme() == scheme)
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  void isAcceptedByTheReferenceLibraryAndAnotherSecretIsNot() throws Exception {
    append(1, 3);
    Channel channel = subscribe("{\"batch\": {\"max_events\": 2}}");
    String secret = secret(channel.secrets().current(), Secret.Scheme.V1);
    eventually().until(() -> receiver.requests().size() == 2);

    for (Request request : receiver.requests()) {
      verify(secret, request);
      assertThatThrownBy(() -> verify(Secret.generate(Secret.Scheme.V1).text(), request))
          .isInstanceOf(WebhookVerificationException.class);
    }
    assertThat(secret).startsWith("whsec_");
    assertThat(Base64.getDecoder().decode(secret.substring("whsec_".length()))).hasSize(32);
    Request request = receiver.requests().getFirst();
    assertThat(Long.parseLong(request.header("webhook-timestamp")))
        .isBetween(Instant.now().getEpochSecond() - 10, Instant.now().getEpochSecond() + 1);
  }

  @Test
  void isSignedByBothSecretsAfterARotationAndARestart() throws Exception {
    Channel channel = subscribe("{}");
    String before = secret(channel.secrets().current(), Secret.Scheme.V1);
    String after = secret(channel.rotateSecrets(), Secret.Scheme.V1);
    assertThat(after).isNotEqualTo(before);
    restart();
    append(1, 1);
    eventually().until(() -> receiver.requests().size() == 1);

    verify(before, receiver.requests().getFirst());
    verify(after, receiver.requests().getFirst());
    assertThat(webhooks.get("s").secrets().current())
        .extracting(Secret::text)
        .containsExactly(after);
  }

  @Test
  void forgetsAReplacedSecretWhenItsTimeIsOver() {
    Secret old = new Secret(Secret.Scheme.V1, new byte[32], Instant.ofEpochSecond(1000));
    Secret current = Secret.generate(Secret.Scheme.V1);
    Signer signer = new Signer(List.of(current, old));

    assertThat(signer.sign("id", 999, new byte[0]).split(" ")).hasSize(2);
    assertThat(signer.sign("id", 1000, new byte[0]).split(" ")).hasSize(1);
  }

  @Test
  void isSignedByEd25519OnRequest() throws Exception {
    append(1, 1);
    Channel channel = subscribe("{\"signature\": \"v1a\"}");
    eventually().until(() -> receiver.requests().size() == 1);

    Request request = receiver.requests().getFirst();
    verify(secret(channel.secrets().current(), Secret.Scheme.V1), request);
    String publicKey = secret(channel.secrets().current(), Secret.Scheme.V1A);
    assertThat(publicKey).startsWith("whpk_");
    assertThat(verifyEd25519(publicKey, request)).isTrue();
  }

  private static boolean verifyEd25519(String publicKey, Request request)
      throws GeneralSecurityException {
    byte[] raw = Base64.getDecoder().decode(publicKey.substring("whpk_".length()));
    byte[] encoded = HexFormat.of().parseHex(ED25519_HEADER + HexFormat.of().formatHex(raw));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    String signed = request.id() + "." + request.header("webhook-timestamp") + "." + request.text();
    signature.update(signed.getBytes(StandardCharsets.UTF_8));
    String given = request.header("webhook-signature").split("v1a,", -1)[1].split(" ", -1)[0];
    return signature.verify(Base64.getDecoder().decode(given));
  }

  @Test
  void showsNoSecretInText() {
    Secret secret = Secret.generate(Secret.Scheme.V1);

    assertThat(new Signer(List.of(secret)).toString()).doesNotContain(secret.text().substring(6));
  }
}
