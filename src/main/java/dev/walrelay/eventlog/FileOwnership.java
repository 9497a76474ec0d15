package dev.walrelay.eventlog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a second process off a file. SQLite's own locks let several write in turn, and each would
 * believe in its own position. The lock is on a file beside it, since closing any handle of the
 * database file would drop SQLite's locks; the system lets go of it when the process dies.
 */
final class FileOwnership implements AutoCloseable {

  private final FileChannel channel;

  private FileOwnership(FileChannel channel) {
    this.channel = channel;
  }

  static FileOwnership take(Path owned) {
    Path lockFile = owned.resolveSibling(owned.getFileName() + ".lock");
    FileOwnership ownership;
    boolean taken;
    try {
      ownership =
          new FileOwnership(
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
      taken = ownership.tryLock();
    } catch (IOException e) {
      throw new EventLogException(
          "The lock file %s of the event log could not be locked (%s): change walrelay.log.path or the rights on its directory."
              .formatted(lockFile, e),
          e);
    }
    if (!taken) {
      ownership.close();
      throw new EventLogException(
          "The event log %s is in use by another process: stop that one, or give this one its own walrelay.log.path."
              .formatted(owned));
    }
    return ownership;
  }

  private boolean tryLock() throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
