package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What can't work ends the start with one sentence that says what to change. */
@Order(Integer.MAX_VALUE)
class StartFailureTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "walrelay.slott.name=x, 'walrelay.slott.name', walrelay.slot.name",
    "walrelay.log.max-agee=1d, 'walrelay.log.max-agee', walrelay.log.max-age",
    "walrelay.sse.heart-beats=1s, 'walrelay.sse.heart-beats', walrelay.sse.heartbeat",
    "walrelay.security.tokens[3].tokn=x, 'walrelay.security.tokens[3].tokn', walrelay.security.tokens.token"
  })
  void namesAnUnknownKeyAndTheNearestOne(String setting, String key, String nearest) {
    assertThat(failure("--" + setting)).contains(key).contains("'" + nearest + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "walrelay.slot.name=No Dashes, slot.name",
    "walrelay.slot.on-loss=perhaps, walrelay.slot.on-loss",
    "walrelay.publication.tables=a.b.c, walrelay.publication.tables has 'a.b.c'",
    "walrelay.publication.via-partition-root=perhaps, walrelay.publication.via-partition-root",
    "walrelay.log.max-age=soon, walrelay.log.max-age",
    "walrelay.log.max-age=-1d, walrelay.log.max-age",
    "walrelay.log.max-size=0, walrelay.log.max-size",
    "walrelay.sse.heartbeat=0s, walrelay.sse.heartbeat",
    "walrelay.sse.max-connections=0, walrelay.sse.max-connections",
    "walrelay.confirm=never, walrelay.confirm",
    "walrelay.json.numeric=roman, walrelay.json.numeric",
    "walrelay.security.cors.allowed-origins=https://a.example/x, walrelay.security.cors.allowed-origins",
    "walrelay.webhooks.ssl-bundle=missing, walrelay.webhooks.ssl-bundle: 'missing'",
    "walrelay.webhooks.proxy=proxy.example.com, walrelay.webhooks.proxy: it is not like",
    "walrelay.security.tokens[0].role=boss, walrelay.security.tokens[0].role",
    "walrelay.security.tokens[0].tables=orders, the token 'test' is an admin's and can't be limited",
    "walrelay.security.tokens[1].name=other, each of walrelay.security.tokens needs a name and a token",
    "walrelay.security.encryption-key=/nowhere/key, /nowhere/key of walrelay.security.encryption-key is missing",
    "spring.security.oauth2.resourceserver.jwt.jwk-set-uri=http://127.0.0.1:9/, Either JWTs or tokens"
  })
  void namesAKeyWhoseValueIsInvalid(String setting, String key) {
    assertThat(failure("--" + setting)).contains(key);
  }

  @Test
  void complainsOfATokenWithoutShowingIt() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      assertThat(failure(database, "--walrelay.security.tokens[0].token=it is secret"))
          .contains("The token 'test' of walrelay.security.tokens can't be sent in a header")
          .doesNotContain("it is secret");
      assertThat(
              failure(
                  database,
                  "--walrelay.security.tokens[1].name=same",
                  "--walrelay.security.tokens[1].token=" + RunningWalrelay.TOKEN))
          .contains("The tokens 'test' and 'same' of walrelay.security.tokens must differ")
          .doesNotContain(RunningWalrelay.TOKEN);
    }
  }

  @Test
  void saysThatThereIsNoDatabaseToReadFrom() {
    Throwable failure =
        catchThrowable(
            () ->
                SpringApplication.run(
                    WalrelayApplication.class,
                    "--server.port=0",
                    "--walrelay.log.path=" + folder.resolve("walrelay.db")));

    assertThat(new StartFailureAnalyzer().analyze(failure))
        .extracting(FailureAnalysis::getDescription)
        .asString()
        .contains("SPRING_DATASOURCE_URL");
  }

  @Test
  void saysThatTheServerDoesNotWriteLogicalWal() {
    try (TestServer server = TestServer.start(18, Map.of("wal_level", "replica"));
        TestDatabase database = server.database()) {
      assertThat(failure(database)).contains("wal_level").contains("logical");
    }
  }

  @Test
  void saysThatThePasswordIsWrong() {
    try (TestDatabase database = TestServer.shared(18).database()) {
      assertThat(failure(database, "--spring.datasource.username=nobody")).contains("nobody");
    }
  }

  @Test
  void saysThatTheLogBelongsToAnotherDatabase() {
    try (TestDatabase first = TestServer.shared(18).database()) {
      RunningWalrelay.start(first, folder).close();
    }
    try (TestServer other = TestServer.start(18, Map.of());
        TestDatabase database = other.database()) {
      assertThat(failure(database)).contains("system").contains("walrelay.log.path");
    }
  }

  private String failure(String setting) {
    try (TestDatabase database = TestServer.shared(18).database()) {
      return failure(database, setting);
    }
  }

  private String failure(TestDatabase database, String... settings) {
    Throwable failure =
        catchThrowable(() -> RunningWalrelay.start(database, folder, settings).close());
    assertThat(failure).isNotNull();
    StringBuilder messages = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage()).append('\n');
    }
    return messages.toString();
  }
}
