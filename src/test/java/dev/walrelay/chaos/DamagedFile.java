package dev.walrelay.chaos;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Stream;

/** The file of a log that nobody has open, and what a bad disk can do to it. */
final class DamagedFile {

  private static final int SAMPLE = 64;

  private final Path path;

  DamagedFile(Path folder) {
    path = folder.resolve("walrelay.db");
  }

  /** Flips a byte of the content of the second block. */
  void flipInSecondBlock() throws IOException, SQLException {
    byte[] content = secondBlock();
    byte[] file = Files.readAllBytes(path);
    for (int from = content.length / 2; from < content.length; from += SAMPLE) {
      int at = find(Arrays.copyOfRange(content, from, from + SAMPLE), file);
      if (at >= 0) {
        flip(at);
        return;
      }
    }
    throw new IllegalStateException("the block is not in the file");
  }

  private byte[] secondBlock() throws SQLException {
    try (Connection log = DriverManager.getConnection("jdbc:sqlite:" + path);
        Statement statement = log.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT payload FROM event_block ORDER BY sequence LIMIT 1 OFFSET 1")) {
      return row.getBytes(1);
    }
  }

  /** Blocks are stored in pieces, a sample may be cut in two. */
  private static int find(byte[] sample, byte[] file) {
    for (int at = 0; at + sample.length <= file.length; at++) {
      if (Arrays.mismatch(file, at, at + sample.length, sample, 0, sample.length) < 0) {
        return at;
      }
    }
    return -1;
  }

  void flip(int at) throws IOException {
    byte[] file = Files.readAllBytes(path);
    file[at] ^= 0x10;
    Files.write(path, file);
  }

  /** Leaves only so much of the file. */
  void cutTo(double part) throws IOException {
    cut(path, part);
  }

  /** Leaves only so much of the file that holds what was written last. */
  void cutWriteAheadTo(double part) throws IOException {
    cut(path.resolveSibling("walrelay.db-wal"), part);
  }

  private static void cut(Path file, double part) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate((long) (channel.size() * part));
    }
  }

  /** A copy of it in another folder, also while it is in use. */
  DamagedFile copyTo(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String suffix : new String[] {"", "-wal"}) {
      Path source = path.resolveSibling(path.getFileName() + suffix);
      if (Files.exists(source)) {
        Files.copy(source, folder.resolve(source.getFileName()));
      }
    }
    return new DamagedFile(folder);
  }

  /** Makes place for a new log. */
  void moveAway() throws IOException {
    try (Stream<Path> files = Files.list(path.getParent())) {
      for (Path file :
          files.filter(it -> it.getFileName().toString().matches("walrelay.db(-.*)?")).toList()) {
        Files.move(file, file.resolveSibling("damaged-" + file.getFileName()));
      }
    }
  }
}
