package dev.walrelay.delivery.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.DamagedLogException;
import dev.walrelay.eventlog.JdbcEventLog;
import dev.walrelay.eventlog.LogPosition;
import dev.walrelay.eventlog.LogReading;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What any version has stored, this one goes on with. When the schema gets another version, raise
 * {@link GoldenLog#NEWEST} to it and write its file with {@code mvn test -Dtest=GoldenLogTest
 * -Dbuild.capture=true}; those of earlier versions stay as those have written them.
 */
class GoldenLogTest extends WithWebhooks {

  private static final boolean REWRITE = Boolean.getBoolean("build.capture");

  /** Nobody is asked there while a file is written or opened: its subscriptions are paused. */
  private static final String NOWHERE = "http://127.0.0.1:9/hook";

  static IntStream versions() {
    return IntStream.rangeClosed(1, GoldenLog.NEWEST);
  }

  static IntStream versionsWithSubscriptions() {
    return versions().skip(1);
  }

  private Path file() {
    return directory.resolve("walrelay.db");
  }

  private Path key() {
    return directory.resolve("key");
  }

  /** Goes on with a file as a service does that was replaced by this version. */
  private void open(int version) throws IOException {
    unpack(version);
    reopen();
  }

  private void unpack(int version) throws IOException {
    webhooks.stop();
    log.close();
    GoldenLog.writeKey(key());
    GoldenLog.unpack(version, file());
  }

  @Test
  void thereIsAFileOfTheNewestVersion() throws Exception {
    if (REWRITE) {
      write();
    }
    restart();
    webhooks.stop();
    log.close();
    assertThat(newestVersion()).isEqualTo(GoldenLog.NEWEST);
    assertThat(GoldenLog.packed(GoldenLog.NEWEST)).exists();
    reopen();
  }

  private int newestVersion() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT max(CAST(version AS INTEGER)) FROM flyway_schema_history")) {
      return row.getInt(1);
    }
  }

  private void write() throws IOException {
    webhooks.stop();
    log.close();
    Files.delete(file());
    GoldenLog.writeKey(key());
    reopen();
    GoldenLog.fill(log);
    try (Receiver refusing = Receiver.start().replies(Reply.status(422, "no"));
        Receiver down = Receiver.start().replies(Reply.status(503))) {
      subscribe("{\"name\": \"done\", \"tables\": [\"public.orders\"]}");
      subscribe(
          "{\"name\": \"refused\", \"url\": \"%s\", \"ops\": [\"message\"]}"
              .formatted(refusing.url()));
      subscribe(
          "{\"name\": \"waiting\", \"url\": \"%s\", \"batch\": {\"max_events\": 100}}"
              .formatted(down.url()));
      eventually()
          .until(
              () ->
                  webhooks.get("done").cursor().equals(GoldenLog.LAST)
                      && webhooks.get("refused").cursor().equals(GoldenLog.LAST)
                      && down.requests().size() > 1);
      for (Channel channel : webhooks.all()) {
        channel.pause();
        channel.change(moved(channel.spec(), NOWHERE), false);
      }
    }
    webhooks.stop();
    log.close();
    GoldenLog.pack(file(), GoldenLog.NEWEST);
    reopen();
  }

  private static Subscription moved(Subscription spec, String url) {
    return SubscriptionReader.read(SubscriptionJson.write(spec).put("url", url));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void readsItsEventsAndAddsToThem(int version) throws IOException {
    open(version);
    assertThat(log.position()).isEqualTo(new LogPosition(GoldenLog.LAST, GoldenLog.FLUSHED));
    assertThat(log.floor()).isEqualTo(GoldenLog.FLOOR);
    assertThat(log.source()).contains(GoldenLog.SOURCE);
    assertThat(log.before(Events.commitTime(30))).isEqualTo(Events.id(29));

    EventId added = EventId.of(1, new Lsn(9), 1);
    EventBatch batch = new EventBatch(1000);
    Events.addInsert(batch, added, Events.commitTime(301), "now");
    log.append(List.of(batch), new Lsn(10));
    restart();

    assertThat(log.position()).isEqualTo(new LogPosition(added, new Lsn(10)));
    assertThat(LogReading.json(log)).isEqualTo(expected(batch));
    assertThat(log.damage()).isEmpty();
  }

  /** The same events in a new log. */
  private List<String> expected(EventBatch added) {
    try (JdbcEventLog fresh =
        JdbcEventLog.open(
            logSettings(directory.resolve("fresh"), Long.MAX_VALUE), Clock.systemUTC())) {
      GoldenLog.fill(fresh);
      fresh.append(List.of(added), new Lsn(10));
      List<String> events = LogReading.json(fresh);
      assertThat(events).hasSize(184);
      return events;
    }
  }

  @ParameterizedTest
  @MethodSource("versionsWithSubscriptions")
  void goesOnWithItsSubscriptions(int version) throws IOException {
    open(version);
    assertThat(webhooks.all())
        .allMatch(channel -> channel.state() == SubscriptionState.PAUSED)
        .extracting(channel -> channel.spec().name())
        .containsExactly("done", "refused", "waiting");
    assertThat(webhooks.get("done").cursor()).isEqualTo(GoldenLog.LAST);
    DeadLetter letter = webhooks.get("refused").letters().list(0, 10).getFirst();
    assertThat(letter.delivery()).isEqualTo(GoldenLog.MESSAGE.toString());
    assertThat(letter.status()).isEqualTo(422);
    assertThat(webhooks.all())
        .allSatisfy(channel -> assertThat(channel.secrets().current()).hasSize(1));
    assertThat(webhooks.get("waiting").attempts().latest()).isNotEmpty();

    for (Channel channel : webhooks.all()) {
      channel.change(moved(channel.spec(), receiver.url()), false);
      channel.resume();
    }
    webhooks.get("refused").replayLetters();

    eventually().until(() -> webhooks.get("waiting").cursor().equals(GoldenLog.LAST));
    eventually().until(() -> webhooks.get("refused").letters().count() == 0);
    assertThat(receiver.ids())
        .containsExactlyInAnyOrder(
            GoldenLog.MESSAGE.toString(),
            GoldenLog.GAP.toString(),
            id(10) + ".." + id(119),
            id(120) + ".." + GoldenLog.LAST)
        .containsSubsequence(GoldenLog.MESSAGE.toString(), GoldenLog.GAP.toString())
        .containsSubsequence(id(10) + ".." + id(119), id(120) + ".." + GoldenLog.LAST);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | UPDATE log_state SET flushed = flushed + 1 | its own position",
        "5 | UPDATE log_state SET epoch = 0 | its own position",
        "6 | UPDATE log_state SET epoch = 0 | its own position",
        "6 | UPDATE log_state SET checksum = NULL | its own position",
        "5 | UPDATE webhook_cursor SET head = head + 1 | the progress of a webhook",
        "6 | UPDATE webhook_cursor SET checksum = NULL | the progress of a webhook"
      })
  void doesNotTakeDamageOfAnotherVersionForSound(int version, String damage, String said)
      throws Exception {
    unpack(version);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(damage)).isPositive();
    }
    assertThatThrownBy(this::reopen)
        .isInstanceOf(DamagedLogException.class)
        .hasMessageContaining(said);
  }
}
