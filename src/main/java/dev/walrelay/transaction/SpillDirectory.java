package dev.walrelay.transaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where unfinished transactions are kept: in memory up to a bound that they share, beyond it in a
 * file for each. Prepared transactions are there too, in files that outlive the process. Used by
 * one thread.
 */
public final class SpillDirectory {

  static final String UNFINISHED = ".unfinished";

  private final Path directory;
  private final long memoryLimit;
  private long inMemory;

  private SpillDirectory(Path directory, long memoryLimit) {
    this.directory = directory;
    this.memoryLimit = memoryLimit;
  }

  /**
   * Opens or creates the directory, and removes what an earlier process left unfinished in it: the
   * server sends that again.
   *
   * @param directory of this process alone
   * @param memoryLimit bytes that unfinished transactions may take in memory, all together
   * @throws UncheckedIOException if the directory can't be made or read
   */
  public static SpillDirectory open(Path directory, long memoryLimit) {
    SpillDirectory opened = new SpillDirectory(directory, memoryLimit);
    try {
      Files.createDirectories(directory);
      for (Path left : opened.files("*" + UNFINISHED)) {
        Files.delete(left);
      }
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The directory "
              + directory
              + " for unfinished transactions can't be used ("
              + e
              + "); let this process read and write it, or set walrelay.log.path to a place that"
              + " it may write to.",
          e);
    }
  }

  /**
   * Forgets all prepared transactions: those of a slot that is gone. A new one sends what is still
   * prepared whole, when it commits.
   *
   * @throws UncheckedIOException if a file can't be removed
   */
  public void forgetPrepared() {
    new PreparedFiles(this).forgetAll();
  }

  /** A place for the messages of a transaction. */
  Spool spool(int xid) {
    return new Spool(this, path(hex(xid) + UNFINISHED));
  }

  /** An unsigned transaction id in a file's name. */
  static String hex(int xid) {
    return "%08x".formatted(xid);
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  List<Path> files(String glob) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
      found.forEach(files::add);
    }
    return files;
  }

  /** Makes the names of files durable. */
  void force() throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  void takeMemory(long bytes) {
    inMemory += bytes;
  }

  void giveMemoryBack(long bytes) {
    inMemory -= bytes;
  }

  boolean isOverLimit() {
    return inMemory > memoryLimit;
  }

  /** Why nothing can be written at present, for people. */
  String problem(IOException e) {
    return "An unfinished transaction can't be put to disk in "
        + directory
        + " ("
        + e
        + "), so reading waits and goes on by itself once that works; nothing is lost, but the slot"
        + " keeps WAL on the source meanwhile: make room there.";
  }
}
