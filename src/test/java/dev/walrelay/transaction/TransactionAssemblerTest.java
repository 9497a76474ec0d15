package dev.walrelay.transaction;

import static dev.walrelay.transaction.Messages.begin;
import static dev.walrelay.transaction.Messages.commit;
import static dev.walrelay.transaction.Messages.emit;
import static dev.walrelay.transaction.Messages.insert;
import static dev.walrelay.transaction.Messages.origin;
import static dev.walrelay.transaction.Messages.relation;
import static dev.walrelay.transaction.Messages.streamAbort;
import static dev.walrelay.transaction.Messages.streamCommit;
import static dev.walrelay.transaction.Messages.streamStart;
import static dev.walrelay.transaction.Messages.streamStop;
import static dev.walrelay.transaction.Messages.truncate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TransactionAssemblerTest extends WithAssembly {

  @Test
  void passesUnstreamedChangesOnAtOnce() {
    assembly.send(begin(7, 0x100), relation(0, 1, "t"), insert(0, 1, "a"), truncate(0, 1, 1));
    assertThat(assembly.assembler().isOpen()).isTrue();
    assertThat(assembly.changes())
        .containsExactly(
            "7:1 at 0/100: t a", "7:2 at 0/100: truncate t", "7:3 at 0/100: truncate t");

    assembly.send(commit(0x100), begin(8, 0x200), insert(0, 1, "b"), commit(0x200));
    assertThat(assembly.changes())
        .endsWith("commit 7 to 0/101", "8:1 at 0/200: t b", "commit 8 to 0/201");
    assertThat(assembly.assembler().isOpen()).isFalse();
  }

  @Test
  void namesTheOriginOfWhatWasReplicated() {
    try (Assembly unstreamed = Assembly.startUnstreamed(directory)) {
      unstreamed.send(
          begin(7, 0x100), origin("up"), relation(0, 1, "t"), insert(0, 1, "a"), commit(0x100));
      assertThat(unstreamed.changes()).startsWith("7:1 at 0/100: t a from up");
    }
  }

  @Test
  void asksForAnotherReadingWhereTheServerWouldNotAlwaysNameTheOrigin() {
    assertThatThrownBy(() -> assembly.send(begin(7, 0x100), origin("up")))
        .isInstanceOf(UnstreamedNeededException.class);
    assertThatThrownBy(() -> assembly.send(streamStart(8, true), origin("up")))
        .isInstanceOf(UnstreamedNeededException.class);
  }

  @Test
  void keepsAStreamedTransactionUntilItCommits() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "t"),
        insert(7, 1, "a"),
        streamStop(),
        streamStart(7, false),
        emit(7, true, "m"),
        truncate(8, 1),
        streamStop());
    assertThat(assembly.changes()).isEmpty();
    assertThat(assembly.assembler().isOpen()).isFalse();

    assembly.send(streamCommit(7, 0x300));
    assertThat(assembly.changes())
        .containsExactly(
            "7:1 at 0/300: t a",
            "7:2 at 0/300: m",
            "7:3 at 0/300: truncate t",
            "commit 7 to 0/301");
  }

  @Test
  void givesOutInterleavedTransactionsInTheOrderOfTheirCommits() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "t"),
        insert(7, 1, "a"),
        streamStop(),
        streamStart(8, true),
        relation(8, 1, "t"),
        insert(8, 1, "x"),
        streamStop(),
        begin(9, 0x100),
        relation(0, 1, "t"),
        insert(0, 1, "i"),
        commit(0x100),
        emit(0, false, "outside"),
        streamStart(7, false),
        insert(7, 1, "b"),
        streamStop(),
        streamCommit(8, 0x200),
        streamCommit(7, 0x300));
    assertThat(assembly.changes())
        .containsExactly(
            "9:1 at 0/100: t i",
            "commit 9 to 0/101",
            "outside",
            "8:1 at 0/200: t x",
            "commit 8 to 0/201",
            "7:1 at 0/300: t a",
            "7:2 at 0/300: t b",
            "commit 7 to 0/301");
  }

  @Test
  void leavesOutWhatWasRolledBackAndCountsOnlyTheRest() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "t"),
        insert(7, 1, "a"),
        insert(8, 1, "lost"),
        insert(9, 1, "lost too"),
        streamStop(),
        streamAbort(7, 9),
        streamAbort(7, 8),
        streamStart(7, false),
        insert(10, 1, "b"),
        insert(11, 1, "lost again"),
        streamStop(),
        streamAbort(7, 11),
        streamStart(7, false),
        insert(12, 1, "c"),
        streamStop(),
        streamCommit(7, 0x300));
    assertThat(assembly.changes())
        .containsExactly(
            "7:1 at 0/300: t a", "7:2 at 0/300: t b", "7:3 at 0/300: t c", "commit 7 to 0/301");
  }

  @Test
  void forgetsATransactionThatIsRolledBack() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "t"),
        insert(7, 1, "a"),
        streamStop(),
        streamAbort(7, 7),
        streamAbort(99, 99));
    assertThat(assembly.changes()).isEmpty();
    assertThatThrownBy(() -> assembly.send(streamCommit(7, 0x300)))
        .hasMessageContaining("StreamCommit of a transaction that it did not stream");
  }

  @Test
  void keepsADescriptionThatWasSentForARolledBackSubtransaction() {
    assembly.send(
        streamStart(7, true),
        relation(8, 1, "t"),
        insert(8, 1, "lost"),
        streamStop(),
        streamAbort(7, 8),
        streamStart(7, false),
        insert(7, 1, "a"),
        streamStop(),
        streamCommit(7, 0x300));
    assertThat(assembly.changes()).containsExactly("7:1 at 0/300: t a", "commit 7 to 0/301");
  }

  @Test
  void showsAnAlteredRelationToOthersOnlyAfterTheCommit() {
    assembly.send(
        begin(5, 0x50),
        relation(0, 1, "t"),
        insert(0, 1, "a"),
        commit(0x50),
        streamStart(7, true),
        relation(7, 1, "t"),
        insert(7, 1, "b"),
        relation(7, 1, "renamed"),
        insert(7, 1, "c"),
        streamStop(),
        begin(6, 0x60),
        insert(0, 1, "d"),
        commit(0x60),
        streamCommit(7, 0x70),
        begin(9, 0x90),
        insert(0, 1, "e"),
        commit(0x90));
    assertThat(assembly.changes())
        .filteredOn(change -> !change.startsWith("commit"))
        .containsExactly(
            "5:1 at 0/50: t a",
            "6:1 at 0/60: t d",
            "7:1 at 0/70: t b",
            "7:2 at 0/70: renamed c",
            "9:1 at 0/90: renamed e");
  }

  @Test
  void doesNotReturnToADescriptionThatIsOlder() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "old"),
        insert(7, 1, "a"),
        streamStop(),
        streamStart(8, true),
        relation(8, 1, "new"),
        insert(8, 1, "b"),
        streamStop(),
        streamCommit(8, 0x50),
        streamCommit(7, 0x60),
        begin(9, 0x70),
        insert(0, 1, "c"),
        commit(0x70));
    assertThat(assembly.changes())
        .contains("7:1 at 0/60: old a", "8:1 at 0/50: new b", "9:1 at 0/70: new c");
  }

  @Test
  void asksForAnotherReadingWhereTheServerDoesNotSayWhatAMessageBelongsTo() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "t"),
        emit(7, true, "m"),
        insert(8, 1, "a"),
        streamStop(),
        streamAbort(7, 8));
    assertThatThrownBy(() -> assembly.send(streamCommit(7, 0x300)))
        .isInstanceOf(UnstreamedNeededException.class);
    assertThat(assembly.changes()).isEmpty();
  }

  @Test
  void knowsThatALaterMessageWasNotRolledBack() {
    assembly.send(
        streamStart(7, true),
        relation(7, 1, "t"),
        insert(8, 1, "a"),
        streamStop(),
        streamAbort(7, 8),
        streamStart(7, false),
        emit(7, true, "m"),
        streamStop(),
        streamCommit(7, 0x300));
    assertThat(assembly.changes()).containsExactly("7:1 at 0/300: m", "commit 7 to 0/301");
  }

  @Test
  void refusesWhatBreaksTheProtocol() {
    assertThatThrownBy(() -> assembly.send(insert(0, 1, "a")))
        .hasMessageContaining("Insert outside of a transaction");
    assertThatThrownBy(() -> assembly.send(streamStart(7, false)))
        .hasMessageContaining("StreamStart of a transaction in the wrong order");
    assertThatThrownBy(() -> assembly.send(streamStop()))
        .hasMessageContaining("StreamStop outside of a stream block");
    assertThatThrownBy(() -> assembly.send(begin(7, 1), begin(8, 2)))
        .hasMessageContaining("Begin inside of a transaction");
    assertThatThrownBy(() -> assembly.send(insert(0, 1, "a")))
        .hasMessageContaining("without having described it");
  }
}
