package dev.walrelay.postgres;

import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The binaries of a version that is not on the class path, from the jar that the build put aside.
 *
 * @param version the major version
 */
record OlderBinaries(int version) implements PgBinaryResolver {

  @Override
  public InputStream getPgBinary(String system, String machine) throws IOException {
    Path jar = Path.of("target", "postgres-binaries", version + ".jar");
    String archive =
        "postgres-%s-%s.txz".formatted(system.toLowerCase(java.util.Locale.ROOT), machine);
    if (!Files.exists(jar)) {
      throw new IOException(jar + " is missing; run mvn generate-test-resources, which fetches it");
    }
    ZipFile zip = new ZipFile(jar.toFile());
    ZipEntry entry = zip.getEntry(archive);
    if (entry == null) {
      zip.close();
      throw new IOException(
          "%s has no %s; run the tests on Linux/amd64 or with -Dwalrelay.test.postgres=container"
              .formatted(jar, archive));
    }
    return closingWith(zip, zip.getInputStream(entry));
  }

  private static InputStream closingWith(ZipFile zip, InputStream content) {
    return new FilterInputStream(content) {
      @Override
      public void close() throws IOException {
        super.close();
        zip.close();
      }
    };
  }
}
