package dev.walrelay.transaction;

import static dev.walrelay.transaction.Messages.begin;
import static dev.walrelay.transaction.Messages.beginPrepare;
import static dev.walrelay.transaction.Messages.commit;
import static dev.walrelay.transaction.Messages.commitPrepared;
import static dev.walrelay.transaction.Messages.insert;
import static dev.walrelay.transaction.Messages.origin;
import static dev.walrelay.transaction.Messages.prepare;
import static dev.walrelay.transaction.Messages.relation;
import static dev.walrelay.transaction.Messages.rollbackPrepared;
import static dev.walrelay.transaction.Messages.streamAbort;
import static dev.walrelay.transaction.Messages.streamPrepare;
import static dev.walrelay.transaction.Messages.streamStart;
import static dev.walrelay.transaction.Messages.streamStop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedTransactionsTest {

  @TempDir private Path parent;

  private Assembly start() {
    return Assembly.start(directory(), 1 << 20);
  }

  private Path directory() {
    return parent.resolve("spill");
  }

  @Test
  void givesAPreparedTransactionOutWhenItCommits() {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"), prepare(7, "g"));
      assertThat(assembly.assembler().isOpen()).isFalse();
      assembly.send(begin(8, 0x60), insert(0, 1, "b"), commit(0x60));
      assembly.send(commitPrepared(7, "g", 0x70));
      assertThat(assembly.changes())
          .containsExactly(
              "8:1 at 0/60: t b", "commit 8 to 0/61", "7:1 at 0/70: t a", "commit 7 to 0/71");
    }
  }

  @Test
  void keepsTheOriginToo() {
    try (Assembly assembly = Assembly.startUnstreamed(directory())) {
      assembly.send(
          beginPrepare(7, "g"),
          origin("up"),
          relation(0, 1, "t"),
          insert(0, 1, "a"),
          prepare(7, "g"),
          commitPrepared(7, "g", 0x70));
      assertThat(assembly.changes()).startsWith("7:1 at 0/70: t a from up");
    }
  }

  @Test
  void findsItAfterARestartAlthoughItsTableWasDescribedBefore() {
    try (Assembly assembly = start()) {
      assembly.send(begin(6, 0x50), relation(0, 1, "t"), insert(0, 1, "x"), commit(0x50));
      assembly.send(beginPrepare(7, "g"), insert(0, 1, "a"), insert(0, 1, "b"), prepare(7, "g"));
    }
    try (Assembly assembly = start()) {
      assembly.send(commitPrepared(7, "g", 0x70));
      assertThat(assembly.changes())
          .containsExactly("7:1 at 0/70: t a", "7:2 at 0/70: t b", "commit 7 to 0/71");
    }
  }

  @Test
  void leavesOutSubtransactionsOfAStreamedOne() {
    try (Assembly assembly = start()) {
      assembly.send(
          streamStart(7, true),
          relation(7, 1, "t"),
          insert(7, 1, "a"),
          insert(8, 1, "lost"),
          streamStop(),
          streamAbort(7, 8),
          streamStart(7, false),
          insert(9, 1, "b"),
          streamStop(),
          streamPrepare(7, "ü"));
    }
    try (Assembly assembly = start()) {
      assembly.send(commitPrepared(7, "ü", 0x70));
      assertThat(assembly.changes())
          .containsExactly("7:1 at 0/70: t a", "7:2 at 0/70: t b", "commit 7 to 0/71");
    }
  }

  @Test
  void keepsTheFileUntilTheEventsAreStored() {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"), prepare(7, "g"));
      assembly.send(commitPrepared(7, "g", 0x70));
      assembly.assembler().stored(new Lsn(0x70));
    }
    try (Assembly assembly = start()) {
      assembly.send(commitPrepared(7, "g", 0x70));
      assertThat(assembly.changes()).containsExactly("7:1 at 0/70: t a", "commit 7 to 0/71");
    }
    try (Assembly assembly = start()) {
      assembly.assembler().stored(new Lsn(0x71));
      assertThat(assembly.files()).isEmpty();
    }
  }

  @Test
  void replacesOneThatTheServerSendsAgain() {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"), prepare(7, "g"));
    }
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "b"), prepare(7, "g"));
      assembly.send(commitPrepared(7, "g", 0x70));
      assertThat(assembly.changes()).containsExactly("7:1 at 0/70: t b", "commit 7 to 0/71");
    }
  }

  @Test
  void forgetsOneThatIsRolledBack() {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"), prepare(7, "g"));
      assertThat(assembly.files()).hasSize(1);
      assembly.send(rollbackPrepared(7, "g"), rollbackPrepared(99, "never seen"));
      assertThat(assembly.files()).isEmpty();
      assertThat(assembly.changes()).isEmpty();
    }
  }

  @Test
  void saysWhatToDoWhenTheChangesAreGone() throws IOException {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"), prepare(7, "g"));
      assertThatThrownBy(() -> assembly.send(commitPrepared(7, "other", 0x70)))
          .isInstanceOf(PreparedTransactionLostException.class);
    }
    try (Assembly assembly = start()) {
      for (String file : assembly.files()) {
        Files.delete(directory().resolve(file));
      }
      assertThatThrownBy(() -> assembly.send(commitPrepared(7, "g", 0x70)))
          .isInstanceOf(PreparedTransactionLostException.class)
          .hasMessageContainingAll("'g'", directory().toString(), "pg_replication_slot_advance");
    }
  }

  @Test
  void forgetsAllWithTheirSlot() {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"), prepare(7, "g"));
      assembly.send(beginPrepare(8, "h"), insert(0, 1, "b"), prepare(8, "h"));
      assembly.send(commitPrepared(8, "h", 0x70));
      assertThat(assembly.files()).hasSize(2);
    }
    SpillDirectory.open(directory(), 0).forgetPrepared();
    try (Assembly assembly = start()) {
      assertThat(assembly.files()).isEmpty();
      assertThatThrownBy(() -> assembly.send(commitPrepared(7, "g", 0x80)))
          .isInstanceOf(PreparedTransactionLostException.class);
    }
  }

  @Test
  void isNotDoneWithPreparingBeforeItIsOnDisk() throws IOException {
    try (Assembly assembly = start()) {
      assembly.send(beginPrepare(7, "g"), relation(0, 1, "t"), insert(0, 1, "a"));
      Files.delete(directory());
      assembly.take(prepare(7, "g"));
      await().until(() -> !assembly.trySettling() && assembly.assembler().problem() != null);
      assertThat(assembly.assembler().problem()).contains(directory().toString());
      assertThat(assembly.assembler().isOpen()).isTrue();

      Files.createDirectory(directory());
      assembly.settle();
      assembly.send(commitPrepared(7, "g", 0x70));
      assertThat(assembly.changes()).hasSize(2);
    }
  }
}
