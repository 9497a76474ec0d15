package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest extends WithWebhooks {

  @Override
  WebhookSettings settings() {
    return new WebhookSettings("/walrelay/test", List.of(), declared());
  }

  @Override
  List<Map<String, Object>> declared() {
    return List.of(Map.of("name", "declared", "url", receiver.url(), "start", "earliest"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.9.9.9",
        "localhost",
        "LOC\uFF21LHOST",
        "127\u30020\uFF0E0.1",
        "127.1",
        "2130706433",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "0.0.0.0",
        "[::]",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "[ff02::1]",
        "[fe80::1]",
        "[fd00::1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]"
      })
  void blocksWhatIsNotPublic(String host) {
    append(1, 1);
    Channel channel =
        subscribe("{\"url\": \"http://%s:%d/hook\"}".formatted(host, receiver.port()));

    eventually().until(() -> channel.attempts().lastFailure().isPresent());
    Attempt failure = channel.attempts().lastFailure().orElseThrow();
    assertThat(failure.outcome()).as(failure.detail()).isEqualTo(Outcome.BLOCKED);
    assertThat(failure.detail()).contains("walrelay.webhooks.allowed-networks");
    assertThat(channel.cursor()).isEqualTo(EventId.NONE);
  }

  @Test
  void letsDeclaredSubscriptionsReachAnything() {
    append(1, 2);

    eventually().until(() -> webhooks.get("declared").cursor().equals(Events.id(2)));
    assertThat(receiver.ids()).containsExactly(id(1), id(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"})
  void letsPublicAddressesPass(String address) throws UnknownHostException {
    assertThat(AddressGuard.publicAnd(List.of()).matches(InetAddress.getByName(address))).isTrue();
  }

  @Test
  void letsListedNetworksPassAndNoOthers() throws UnknownHostException {
    var filter = AddressGuard.publicAnd(List.of("10.20.0.0/16", "fd00:1::/32"));

    assertThat(filter.matches(InetAddress.getByName("10.20.3.4"))).isTrue();
    assertThat(filter.matches(InetAddress.getByName("fd00:1::5"))).isTrue();
    assertThat(filter.matches(InetAddress.getByName("10.21.3.4"))).isFalse();
    assertThat(filter.matches(InetAddress.getLoopbackAddress())).isFalse();
  }
}
