package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walrelay.postgres.TestDatabase;
import dev.walrelay.postgres.TestServer;
import dev.walrelay.tls.Keytool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under TLS the driver cannot see what waits in the socket: it must look for it often enough that a
 * lone commit does not wait.
 */
class EncryptedConnectionTest {

  @TempDir private Path directory;

  @Test
  void readsALoneCommitAtOnce() throws Exception {
    writeCertificate(directory);
    try (TestServer server = encrypted(directory);
        TestDatabase database = server.database();
        ReplicationConnection connection =
            Source.of(database).url(database.url() + "?sslmode=require").read()) {
      assertThat(database.query("SELECT bool_or(ssl) FROM pg_stat_ssl")).isEqualTo("t");
      assertThat(Latency.ofCommits(database, connection)).isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void readsFromTheServerThatHasTheCertificateAndFromNoOther() throws Exception {
    Path another = Files.createDirectory(directory.resolve("another"));
    writeCertificate(directory);
    writeCertificate(another);
    try (TestServer server = encrypted(directory);
        TestDatabase database = server.database()) {
      String url = database.url() + "?sslmode=verify-full&sslrootcert=";
      try (ReplicationConnection connection =
          Source.of(database).url(url + directory.resolve("server.crt")).read()) {
        assertThat(Latency.ofCommits(database, connection)).isPositive();
      }
      assertRefused(database, url + another.resolve("server.crt"), "certificate");
      assertRefused(
          database,
          (url + directory.resolve("server.crt")).replace("localhost", "127.0.0.1"),
          "hostname 127.0.0.1 could not be verified");
    }
  }

  private static void assertRefused(TestDatabase database, String url, String why) {
    assertThatThrownBy(() -> Source.of(database).url(url).read())
        .isInstanceOfSatisfying(
            ReplicationException.class,
            e -> assertThat(e.kind()).isEqualTo(ReplicationException.Kind.MISCONFIGURED))
        .hasMessageContaining("did not prove who it is")
        .hasMessageContaining("sslrootcert")
        .hasMessageContaining(why);
  }

  private static TestServer encrypted(Path directory) {
    return TestServer.start(
        18,
        Map.of(
            "ssl", "on",
            "ssl_cert_file", directory.resolve("server.crt").toString(),
            "ssl_key_file", directory.resolve("server.key").toString()));
  }

  private static void writeCertificate(Path directory) throws Exception {
    Path store = directory.resolve("server.p12");
    Keytool.generate(store, "server", "localhost");
    Keytool.export(store, "server", directory);
  }
}
