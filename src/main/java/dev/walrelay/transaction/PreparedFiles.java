package dev.walrelay.transaction;

import dev.walrelay.pgoutput.CommitPrepared;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The files of prepared transactions. After a restart the server does not send such a transaction
 * again, only how it ended: so its file is on disk before the slot may pass its {@code PREPARE},
 * and stays there until its events are on disk.
 */
final class PreparedFiles {

  private static final String PREPARED = ".prepared";
  private static final String COMMITTED = ".committed";

  private final SpillDirectory directory;
  private final NavigableMap<Lsn, Path> committed = new TreeMap<>();

  PreparedFiles(SpillDirectory directory) {
    this.directory = directory;
    list("*" + COMMITTED).forEach(file -> committed.put(endLsn(file), file));
  }

  /** Makes a transaction durable; in place of what is there if the server has sent it again. */
  Path keep(UnfinishedTransaction transaction, String gid) throws IOException {
    Path file = prepared(transaction.xid());
    Spool spool = transaction.spool();
    spool.spill();
    spool.keepAs(file, PreparedTransaction.trailer(transaction, gid, spool.written()));
    return file;
  }

  /** Takes note that a transaction has committed, and opens it. */
  PreparedTransaction commit(CommitPrepared commit) {
    Path from = prepared(commit.xid());
    Path to = committed(commit.xid(), commit.endLsn());
    try {
      if (Files.exists(from)) {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        directory.force();
      }
      committed.put(commit.endLsn(), to);
      PreparedTransaction found = PreparedTransaction.open(to);
      if (found.gid().equals(commit.gid())) {
        return found;
      }
      found.close();
      throw new PreparedTransactionLostException(commit, directory);
    } catch (NoSuchFileException _) {
      throw new PreparedTransactionLostException(commit, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A transaction that is not there was prepared before the slot, or has been removed before. */
  void rollBack(int xid) {
    delete(prepared(xid));
  }

  /** Removes those whose events are on disk, with everything else before that position. */
  void forgetCommitted(Lsn stored) {
    if (!committed.isEmpty()) {
      NavigableMap<Lsn, Path> done = committed.headMap(stored, true);
      done.values().forEach(PreparedFiles::delete);
      done.clear();
    }
  }

  private Path committed(int xid, Lsn endLsn) {
    return directory.path(SpillDirectory.hex(xid) + "-%016x".formatted(endLsn.value()) + COMMITTED);
  }

  private static Lsn endLsn(Path file) {
    String name = String.valueOf(file.getFileName());
    int start = name.indexOf('-') + 1;
    return new Lsn(Long.parseUnsignedLong(name, start, start + 16, 16));
  }

  void forgetAll() {
    list("*{" + PREPARED + "," + COMMITTED + "}").forEach(PreparedFiles::delete);
  }

  private List<Path> list(String glob) {
    try {
      return directory.files(glob);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path prepared(int xid) {
    return directory.path(SpillDirectory.hex(xid) + PREPARED);
  }
}
