package dev.walrelay.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The JDK's own maker of certificates, and PEM files of what it makes. */
public final class Keytool {

  /** Of each store and key. */
  public static final String PASSWORD = "password";

  private Keytool() {}

  /** Makes a key and its certificate, which it is its own proof of unless more is said. */
  public static void generate(Path store, String alias, String name, String... more)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keyalg",
                "EC", // made in no time
                "-alias",
                alias,
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString()));
    command.addAll(Arrays.asList(more));
    assertThat(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor())
        .isZero();
  }

  /** Writes a certificate and its key to {@code <alias>.crt} and {@code <alias>.key}. */
  public static void export(Path store, String alias, Path directory) throws Exception {
    char[] password = PASSWORD.toCharArray();
    KeyStore keys = KeyStore.getInstance(store.toFile(), password);
    Certificate certificate = keys.getCertificate(alias);
    write(directory.resolve(alias + ".crt"), "CERTIFICATE", certificate.getEncoded());
    Key key = keys.getKey(alias, password);
    write(directory.resolve(alias + ".key"), "PRIVATE KEY", key.getEncoded());
  }

  /** Only its owner may read it. */
  private static void write(Path file, String label, byte[] content) throws IOException {
    String encoded =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, encoded, label));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
