package dev.walrelay.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory with little room: a file system of its own where the process may mount one, else none
 * at all until there is to be room.
 */
public final class CrampedDirectory implements AutoCloseable {

  private final Path directory;
  private final boolean mounted;

  private CrampedDirectory(Path directory, boolean mounted) {
    this.directory = directory;
    this.mounted = mounted;
  }

  /** Cramps an empty directory, to so many megabytes. */
  public static CrampedDirectory of(Path directory, int megabytes) throws IOException {
    String size = "size=" + megabytes + "m";
    boolean mounted = run("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString());
    if (!mounted) {
      Files.delete(directory);
    }
    return new CrampedDirectory(directory, mounted);
  }

  /** Whether there is the room that there should be, and not none. */
  public boolean isUsable() {
    return mounted;
  }

  /** Ends the want. */
  public void makeRoom() throws IOException {
    if (!mounted) {
      Files.createDirectory(directory);
    } else if (!run("mount", "-o", "remount,size=1g", directory.toString())) {
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
