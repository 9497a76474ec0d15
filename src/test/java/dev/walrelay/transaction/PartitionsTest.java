package dev.walrelay.transaction;

import static dev.walrelay.transaction.Messages.begin;
import static dev.walrelay.transaction.Messages.beginPrepare;
import static dev.walrelay.transaction.Messages.commit;
import static dev.walrelay.transaction.Messages.commitPrepared;
import static dev.walrelay.transaction.Messages.prepare;
import static dev.walrelay.transaction.Messages.relation;
import static dev.walrelay.transaction.Messages.streamAbort;
import static dev.walrelay.transaction.Messages.streamCommit;
import static dev.walrelay.transaction.Messages.streamStart;
import static dev.walrelay.transaction.Messages.streamStop;
import static dev.walrelay.transaction.Messages.truncate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.pgoutput.Wire;
import org.junit.jupiter.api.Test;

/**
 * Partitions whose changes are sent as those of their root, which has FULL identity: where they may
 * not have logged the whole old row, nobody gets to see it as that.
 */
class PartitionsTest extends WithAssembly {

  private static final int ROOT = 1;
  private static final int NARROW = 2;
  private static final int WHOLE = 3;

  private static Wire root(int xid) {
    return relation(xid, ROOT, "root", 'f');
  }

  private static Wire narrow(int xid) {
    return relation(xid, NARROW, "narrow", 'd');
  }

  private static Wire whole(int xid, int oid) {
    return relation(xid, oid, "whole", 'f');
  }

  private static Wire delete(int xid, String key) {
    return Messages.delete(xid, ROOT, 'O', key);
  }

  private void deleteIn(int xid, String key) {
    assembly.send(begin(xid, xid * 0x10L), delete(0, key), commit(xid * 0x10L));
  }

  @Test
  void whatOneMayNotHaveLoggedIsAKeyUntilItLogsAll() {
    assembly.send(
        begin(7, 0x100),
        root(0),
        whole(0, WHOLE),
        delete(0, "a"),
        root(0),
        narrow(0),
        delete(0, "b"),
        root(0),
        whole(0, NARROW),
        delete(0, "c"));

    assertThat(assembly.changes())
        .containsExactly(
            "7:1 at 0/100: root without row a",
            "7:2 at 0/100: root without key b",
            "7:3 at 0/100: root without row c");
  }

  @Test
  void tablesThatATruncateNamesTogetherHaveNothingToDoWithEachOther() {
    assembly.send(begin(7, 0x100), root(0), narrow(0), truncate(0, ROOT, NARROW), delete(0, "a"));

    assertThat(assembly.changes().getLast()).isEqualTo("7:3 at 0/100: root without row a");
  }

  @Test
  void thoseOfAStreamedTransactionAreKnownInThereAndAfterIt() {
    assembly.send(streamStart(7, true), root(7), narrow(7), delete(7, "a"), streamStop());
    assembly.send(begin(8, 0x80), root(0), whole(0, WHOLE), delete(0, "b"), commit(0x80));
    assembly.send(streamCommit(7, 0x90));
    deleteIn(10, "c");

    assertThat(assembly.changes())
        .contains(
            "8:1 at 0/80: root without row b",
            "7:1 at 0/90: root without key a",
            "10:1 at 0/A0: root without key c");
  }

  @Test
  void oneThatLogsAllSinceAStreamedTransactionIsTrustedAfterIt() {
    assembly.send(begin(6, 0x60), root(0), narrow(0), delete(0, "a"), commit(0x60));
    assembly.send(streamStart(7, true), root(7), whole(7, NARROW), delete(7, "b"), streamStop());
    assembly.send(streamCommit(7, 0x70));
    deleteIn(8, "c");

    assertThat(assembly.changes())
        .contains("6:1 at 0/60: root without key a", "8:1 at 0/80: root without row c");
  }

  @Test
  void thoseThatWereDescribedForWhatWasRolledBackAreKnown() {
    assembly.send(
        streamStart(7, true),
        root(8),
        narrow(8),
        delete(8, "a"),
        root(7),
        whole(7, WHOLE),
        delete(7, "b"),
        streamStop(),
        streamAbort(7, 8),
        streamCommit(7, 0x100));

    assertThat(assembly.changes()).startsWith("7:1 at 0/100: root without key b");
  }

  @Test
  void thoseOfAPreparedTransactionAreKnownOnAnotherConnection() {
    assembly.send(begin(6, 0x60), root(0), narrow(0), delete(0, "a"), commit(0x60));
    assembly.send(beginPrepare(7, "g"), root(0), whole(0, WHOLE), delete(0, "b"), prepare(7, "g"));
    assembly.close();

    assembly = Assembly.start(directory, 1 << 20);
    assembly.send(commitPrepared(7, "g", 0x70));
    assertThat(assembly.changes()).startsWith("7:1 at 0/70: root without key b");
  }
}
