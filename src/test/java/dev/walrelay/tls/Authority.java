package dev.walrelay.tls;

import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** An authority that nobody but a test trusts, and what it has signed, as PEM files. */
public final class Authority {

  private final Path directory;
  private final Path store;

  private Authority(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("keys.p12");
  }

  /** Who proves to be somebody by a certificate and its key. */
  public record Identity(Path certificate, Path key) {}

  /** A new one, with its files in a directory of its own. */
  public static Authority in(Path directory) throws Exception {
    Authority authority = new Authority(Files.createDirectories(directory));
    Keytool.generate(authority.store, "authority", "authority", "-ext", "bc:c");
    authority.write("authority");
    return authority;
  }

  /** What is to be trusted. */
  public Path certificate() {
    return directory.resolve("authority.crt");
  }

  /**
   * Signs a new key.
   *
   * @param names such as {@code IP:127.0.0.1,DNS:localhost}
   */
  public Identity issue(String name, String names) throws Exception {
    Keytool.generate(store, name, name, "-signer", "authority", "-ext", "san=" + names);
    return write(name);
  }

  private Identity write(String alias) throws Exception {
    Keytool.export(store, alias, directory);
    return new Identity(directory.resolve(alias + ".crt"), directory.resolve(alias + ".key"));
  }

  /** Trusts this authority, and proves nothing. */
  public SslBundle trust() {
    return SslBundle.of(new PemSslStoreBundle(null, details(certificate())));
  }

  /** Trusts this authority, and proves to be somebody. */
  public SslBundle trust(Identity self) {
    return SslBundle.of(
        new PemSslStoreBundle(
            details(self.certificate()).withPrivateKey("file:" + self.key()),
            details(certificate())));
  }

  private static PemSslStoreDetails details(Path certificate) {
    return PemSslStoreDetails.forCertificate("file:" + certificate);
  }
}
