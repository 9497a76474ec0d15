package dev.walrelay.transaction;

import static dev.walrelay.transaction.Messages.insert;
import static dev.walrelay.transaction.Messages.relation;
import static dev.walrelay.transaction.Messages.streamAbort;
import static dev.walrelay.transaction.Messages.streamCommit;
import static dev.walrelay.transaction.Messages.streamStart;
import static dev.walrelay.transaction.Messages.streamStop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.pgoutput.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillTest {

  private static final int MEMORY = 64 * 1024;
  private static final int ROWS = 40;

  @TempDir private Path parent;

  private Path directory() {
    return parent.resolve("spill");
  }

  /** Together more than is read at once, and the last one alone. */
  private static String value(int row) {
    return ("v" + row).repeat(row == ROWS - 1 ? 100_000 : row * 200);
  }

  private static Wire[] block(int xid, int from, int to) {
    List<Wire> messages = new ArrayList<>();
    messages.add(streamStart(xid, from == 0));
    messages.add(relation(xid, 1, "t"));
    IntStream.range(from, to).forEach(row -> messages.add(insert(xid, 1, value(row))));
    messages.add(streamStop());
    return messages.toArray(Wire[]::new);
  }

  private static List<String> expected(int xid, String lsn) {
    return IntStream.range(0, ROWS)
        .mapToObj(row -> "%d:%d at %s: t %s".formatted(xid, row + 1, lsn, value(row)))
        .toList();
  }

  @Test
  void givesTheSameFromMemoryAndFromDisk() {
    try (Assembly assembly = Assembly.start(directory(), MEMORY)) {
      for (int part = 0; part < 4; part++) {
        assembly.send(block(7, part * 10, part * 10 + 10));
        assembly.send(block(8, part * 10, part * 10 + 10));
      }
      assertThat(assembly.files()).isNotEmpty();
      assembly.send(streamCommit(8, 0x100), streamCommit(7, 0x200));

      assertThat(assembly.changes().subList(0, ROWS)).isEqualTo(expected(8, "0/100"));
      assertThat(assembly.changes().subList(ROWS + 1, 2 * ROWS + 1))
          .isEqualTo(expected(7, "0/200"));
      assertThat(assembly.files()).isEmpty();
    }
  }

  /** One after the other takes more than the bound, but gives it back when it ends. */
  @Test
  void staysInMemoryBelowTheBoundThatAllShare() {
    try (Assembly assembly = Assembly.start(directory(), MEMORY)) {
      for (int xid = 7; xid < 27; xid++) {
        assembly.send(block(xid, 0, 10));
        assertThat(assembly.files()).as("in transaction %d", xid).isEmpty();
        assembly.send(xid % 2 == 0 ? streamCommit(xid, 0x100 + xid) : streamAbort(xid, xid));
      }
      for (int xid = 27; xid < 30; xid++) {
        assembly.send(block(xid, 0, 10));
      }
      assertThat(assembly.files()).isNotEmpty();
    }
  }

  @Test
  void removesTheFileOfATransactionThatIsRolledBack() {
    try (Assembly assembly = Assembly.start(directory(), 0)) {
      assembly.send(block(7, 0, ROWS));
      assertThat(assembly.files()).containsExactly("00000007.unfinished");
      assembly.send(streamAbort(7, 7));
      assertThat(assembly.files()).isEmpty();
    }
  }

  @Test
  void removesFilesWhenTheConnectionIsLost() {
    Assembly assembly = Assembly.start(directory(), 0);
    assembly.send(block(7, 0, ROWS));
    assertThat(assembly.files()).hasSize(1);
    assembly.close();
    assertThat(assembly.files()).isEmpty();
  }

  @Test
  void removesWhatAKilledProcessHasLeft() throws IOException {
    Files.createDirectories(directory());
    Files.writeString(directory().resolve("00000007.unfinished"), "half a mess");
    try (Assembly assembly = Assembly.start(directory(), 0)) {
      assertThat(assembly.files()).isEmpty();
    }
  }

  @Test
  void keepsAllThatItCannotPutToDiskAndGoesOnWhenItCan() throws IOException {
    try (Assembly assembly = Assembly.start(directory(), 0)) {
      Files.delete(directory());
      for (Wire message : block(7, 0, ROWS)) {
        assembly.take(message);
      }
      assertThat(assembly.trySettling()).isFalse();
      assertThat(assembly.assembler().problem())
          .contains(directory().toString(), "nothing is lost", "make room there");

      Files.createDirectory(directory());
      assembly.send(streamCommit(7, 0x100));
      assertThat(assembly.assembler().problem()).isNull();
      assertThat(assembly.changes()).startsWith(expected(7, "0/100").toArray(String[]::new));
    }
  }
}
