package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NameLookupsTest {

  private static final int THREADS = 3;
  private static final long LONG = 20_000;

  private final CountDownLatch serverAnswers = new CountDownLatch(1);
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final NameLookups lookups = new NameLookups(this::find, THREADS, 2);

  /** Names that begin so hang until the name server answers. */
  private InetAddress[] find(String name) throws UnknownHostException {
    asked.add(name);
    if (name.startsWith("hangs")) {
      try {
        serverAnswers.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (name.startsWith("unknown")) {
      throw new UnknownHostException(name);
    }
    return new InetAddress[] {InetAddress.getLoopbackAddress()};
  }

  @AfterEach
  void end() {
    serverAnswers.countDown();
    lookups.close();
  }

  private void giveUp(String name) {
    assertThatThrownBy(() -> lookups.find(name, 5))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("The name %s was not resolved in time.", name);
  }

  @Test
  void takesOneThreadForANameThatHangsHoweverOftenItIsAskedFor() throws Exception {
    for (int i = 0; i < 20; i++) {
      giveUp("hangs");
    }

    assertThat(lookups.find("fine", LONG)).hasSize(1);
    assertThat(asked).containsExactly("hangs", "fine");
  }

  @Test
  void letsOthersWaitWhileNamesHangAndGoesOnOnceTheServerAnswers() throws Exception {
    IntStream.range(0, THREADS).forEach(i -> giveUp("hangs" + i));
    giveUp("fine");
    giveUp("unknown");
    assertThatThrownBy(() -> lookups.find("one.too.many", LONG))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("too many other names");
    assertThat(asked).hasSize(THREADS);
    assertThat(lookups.find("127.0.0.1", 0)).hasSize(1);
    assertThat(lookups.find("::1", 0)).hasSize(1);

    serverAnswers.countDown();

    assertThat(lookups.find("fine", LONG)).hasSize(1);
    assertThatThrownBy(() -> lookups.find("unknown", LONG))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("The name unknown could not be resolved.");
    WithWebhooks.eventually().until(() -> lookups.find("one.too.many", LONG).length == 1);
  }

  @Test
  void looksANameUpAnewForEachAttempt() throws Exception {
    for (int i = 0; i < 3; i++) {
      lookups.find("fine", LONG);
      int times = i + 1;
      WithWebhooks.eventually().untilAsserted(() -> assertThat(asked).hasSize(times));
    }
  }
}
