package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.http.client.InetAddressFilter;
import tools.jackson.databind.json.JsonMapper;

/** What of a subscription's URL arrives on the wire. Every name leads to the receiver. */
class EndpointAddressTest {

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final List<String> names = new CopyOnWriteArrayList<>();
  private final NameLookups lookups = new NameLookups(this::find, 1, 1);
  private Receiver receiver;

  private InetAddress[] find(String name) {
    names.add(name);
    return new InetAddress[] {InetAddress.getLoopbackAddress()};
  }

  @BeforeEach
  void start() throws IOException {
    receiver = Receiver.start();
  }

  @AfterEach
  void stop() throws IOException {
    receiver.close();
    timer.shutdownNow();
    lookups.close();
  }

  private Answer post(String url, int port) {
    Subscription subscription =
        SubscriptionReader.read(
            JsonMapper.shared()
                .createObjectNode()
                .put("name", "s")
                .put("url", url.replace("PORT", "" + port))
                .put("timeout", "10s"));
    AddressGuard guard = AddressGuard.of(InetAddressFilter.all(), lookups, 10_000);
    Body body = new Body("{}".getBytes(StandardCharsets.UTF_8), "application/json", 1, "");
    try (Endpoint endpoint =
        new Endpoint(
            subscription, new Passage(null, guard, null, Passage.Check.NONE), null, timer)) {
      return endpoint.post("id", body, new Signer(List.of()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '`',
      value = {
        // url, name that is looked up, host in the header, path and query
        "http://my_service:PORT/ my_service my_service:PORT /",
        "http://_a.my_host-1.example:PORT/x _a.my_host-1.example _a.my_host-1.example:PORT /x",
        "http://müller.example:PORT/a xn--mller-kva.example xn--mller-kva.example:PORT /a",
        "http://BÜCHER.example:PORT/ xn--bcher-kva.example xn--bcher-kva.example:PORT /",
        "http://例え。テスト:PORT/ xn--r8jz45g.xn--zckzah xn--r8jz45g.xn--zckzah:PORT /",
        "http://mein_büro.example:PORT/ xn--mein_bro-c6a.example xn--mein_bro-c6a.example:PORT /",
        "http://xn--mller-kva.example:PORT/ xn--mller-kva.example xn--mller-kva.example:PORT /",
        "HTTP://host.example:PORT/ host.example host.example:PORT /",
        "http://host.example.:PORT/ host.example. host.example.:PORT /",
        "http://[::1]:PORT/v6 [::1] [::1]:PORT /v6",
        "http://[::ffff:127.0.0.1]:PORT/v6 [::ffff:127.0.0.1] [::ffff:127.0.0.1]:PORT /v6",
        "http://127.0.0.1:PORT/v4 127.0.0.1 127.0.0.1:PORT /v4",
        "http://a.example:PORT a.example a.example:PORT /",
        "http://a.example:PORT?x=1 a.example a.example:PORT /?x=1",
        "http://a.example:PORT/größe/日本 a.example a.example:PORT /gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC",
        "http://a.example:PORT/?q=ü&r=😀 a.example a.example:PORT /?q=%C3%BC&r=%F0%9F%98%80",
        "http://a.example:PORT/%C3%BC/%2f?q=%e2%82%ac+%25 a.example a.example:PORT"
            + " /%C3%BC/%2f?q=%e2%82%ac+%25",
        "`http://a.example:PORT/a b?c d` a.example a.example:PORT /a%20b?c%20d",
        "http://a.example:PORT/<{a|b}>^\\[1]?z={\"2\"}|\\&y=[1] a.example a.example:PORT"
            + " /%3C%7Ba%7Cb%7D%3E%5E%5C%5B1%5D?z=%7B%222%22%7D%7C%5C&y=[1]",
        "http://a.example:PORT//a/../b;c=1,2/?d=/?:@!$'()*+ a.example a.example:PORT"
            + " //a/../b;c=1,2/?d=/?:@!$'()*+",
        "http://ü_1.example:PORT/ü?ü=%FC xn--_1-wka.example xn--_1-wka.example:PORT"
            + " /%C3%BC?%C3%BC=%FC",
      })
  void arrives(String url, String name, String host, String target) {
    Answer answer = post(url, receiver.port());

    assertThat(answer.outcome()).as(answer.detail()).isEqualTo(Outcome.DELIVERED);
    Request request = receiver.requests().getFirst();
    assertThat(request.line()).isEqualTo("POST " + target + " HTTP/1.1");
    assertThat(request.header("Host")).isEqualTo(host.replace("PORT", "" + receiver.port()));
    assertThat(names).containsExactly(name);
  }

  @Test
  void asksForTheCertificateOfTheNameInPunycode() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> hello = CompletableFuture.supplyAsync(() -> firstBytes(server));

      Answer answer = post("https://müller.example:PORT/", server.getLocalPort());

      assertThat(answer.outcome()).isEqualTo(Outcome.UNREACHABLE);
      assertThat(hello.get()).contains("xn--mller-kva.example");
    }
  }

  private static String firstBytes(ServerSocket server) {
    try (Socket socket = server.accept()) {
      byte[] bytes = new byte[16_384];
      int count = socket.getInputStream().read(bytes);
      return new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
