package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.Events;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts is the first line of an answer, whatever becomes of the rest. */
class CutOffAnswerTest extends WithWebhooks {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private static Reply cut(String begin, Reply.Broken then) {
    return new Reply.Cut(begin.replace("|", "\r\n"), then);
  }

  private Answer post(Reply reply) {
    receiver.replies(reply);
    Channel channel = subscribe("{\"timeout\": \"500ms\"}");
    String id = TestEvent.newId();
    return channel.test(id, TestEvent.body(id, channel.spec(), "/walrelay/test"));
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length: 100||abc, CLOSE",
    "Content-Length: 100||abc, RESET",
    "Content-Length: 100||abc, HANG",
    "Content-Length: 100||, DRIP",
    "Content-Length: 10000000000||, FLOOD",
    "Transfer-Encoding: chunked||5|abcde|, CLOSE",
    "Transfer-Encoding: chunked||5|abcde|zz|, HANG",
    "Transfer-Encoding: chunked||FFFFFFF|, FLOOD",
    "Content-Encoding: gzip|Content-Length: 5||hello, CLOSE",
    "Content-Length: many||, CLOSE",
    "Content-Length: 5|Content-Length: 6||abcdef, CLOSE",
    "no header||, CLOSE",
    "Server: cut, CLOSE",
    "Server: cut, HANG",
    "'', CLOSE",
  })
  void keepsTheMeaningOfItsStatus(String rest, Reply.Broken then) {
    assertThat(post(cut("HTTP/1.1 200 OK|" + rest, then)).outcome()).isEqualTo(Outcome.DELIVERED);
    webhooks.delete("s");
    Answer refused = post(cut("HTTP/1.1 422 No|" + rest, then));
    assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.nanos()).isLessThan(TIMEOUT.multipliedBy(4).toNanos());
    webhooks.delete("s");
    assertThat(post(cut("HTTP/1.1 410 Gone|" + rest, then)).outcome()).isEqualTo(Outcome.GONE);
  }

  @Test
  void keepsTheTimeToWaitAndWhatCameOfTheBody() {
    Answer answer =
        post(cut("HTTP/1.1 503 X|Retry-After: 7|Content-Length: 100||why", Reply.Broken.CLOSE));

    assertThat(answer.outcome()).isEqualTo(Outcome.UNREACHABLE);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.retryAfter()).isEqualTo(Duration.ofSeconds(7));
    assertThat(answer.body()).isEqualTo("why");
    assertThat(answer.detail()).startsWith("The rest of the answer did not come");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HTTP/1.1 100 Continue||", "HTTP/1.1 2", "HTTP/1.1 103 Early Hints|Link: x"})
  void isNoAnswerWithoutAWholeFirstLine(String begin) {
    assertThat(post(cut(begin, Reply.Broken.CLOSE)).outcome()).isEqualTo(Outcome.UNREACHABLE);
    webhooks.delete("s");
    assertThat(post(cut(begin, Reply.Broken.HANG)).outcome()).isEqualTo(Outcome.TIMEOUT);
  }

  @Test
  void isNotDeliveredAgainAfterA200WhoseBodyIsCutOff() {
    receiver.replies(cut("HTTP/1.1 200 OK|Content-Length: 100||abc", Reply.Broken.CLOSE));
    append(1, 5);
    Channel channel = subscribe("{}");

    eventually().until(() -> channel.cursor().equals(Events.id(5)));
    assertThat(receiver.ids()).isEqualTo(ids(1, 5));
    assertThat(channel.attempts().lastFailure()).isEmpty();
  }

  @Test
  void readsNoMoreOfAnAnswerThanIsOfUse() {
    Answer answer = post(cut("HTTP/1.1 200 OK|Content-Length: 10000000000||", Reply.Broken.FLOOD));

    assertThat(answer.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(answer.nanos()).isLessThan(TIMEOUT.toNanos());
  }
}
