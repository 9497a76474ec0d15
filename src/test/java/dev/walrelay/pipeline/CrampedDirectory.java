package dev.walrelay.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory with room for a megabyte: a file system of its own where the process may mount one,
 * else none at all until there is to be room.
 */
final class CrampedDirectory implements AutoCloseable {

  private final Path directory;
  private final boolean mounted;

  private CrampedDirectory(Path directory, boolean mounted) {
    this.directory = directory;
    this.mounted = mounted;
  }

  /** Cramps an empty directory. */
  static CrampedDirectory of(Path directory) throws IOException {
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString());
    if (!mounted) {
      Files.delete(directory);
    }
    return new CrampedDirectory(directory, mounted);
  }

  void makeRoom() throws IOException {
    if (!mounted) {
      Files.createDirectory(directory);
    } else if (!run("mount", "-o", "remount,size=64m", directory.toString())) {
      throw new IOException("no room could be made in " + directory);
    }
  }

  @Override
  public void close() throws IOException {
    // Whoever still has a file open in there keeps it until then.
    if (mounted && !run("umount", "--lazy", directory.toString())) {
      throw new IOException("still mounted: " + directory);
    }
  }

  private static boolean run(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // no such command here
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
