package dev.walrelay.event;

import dev.walrelay.transaction.Transaction;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Writes {@code commit_lsn} to {@code origin}, which are made once for each transaction. */
final class TransactionMembers {

  private static final byte[] COMMIT_LSN = JsonBytes.ascii("\",\"commit_lsn\":\"");
  private static final byte[] COMMIT_TIME = JsonBytes.ascii("\",\"commit_time\":\"");
  private static final byte[] XID = JsonBytes.ascii("Z\",\"xid\":");
  private static final byte[] ORIGIN = JsonBytes.ascii(",\"origin\":");

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final long MICROS = 1_000_000;
  private static final int MICROS_DIGITS = 6;

  private final JsonBuffer members = new JsonBuffer(128);
  private @Nullable Transaction latest;

  /** Of the latest commit: formatting takes long, and many transactions commit in one second. */
  private long second = Long.MIN_VALUE;

  private byte[] secondText = new byte[0];

  /** Closes the string of the LSN before and appends the members. */
  void write(Transaction transaction, JsonBuffer out) {
    if (!transaction.equals(latest)) {
      prepare(transaction);
      latest = transaction;
    }
    out.put(members.array(), 0, members.size());
  }

  private void prepare(Transaction transaction) {
    members.truncate(0);
    members.put(COMMIT_LSN);
    LsnText.write(transaction.commitLsn(), members);
    members.put(COMMIT_TIME);
    writeRfc3339(transaction.commitTime());
    members.put(XID);
    members.put(JsonBytes.ascii(Integer.toUnsignedString(transaction.xid())));
    if (transaction.origin() != null) {
      members.put(ORIGIN);
      members.put(JsonBytes.quoted(transaction.origin()));
    }
  }

  private void writeRfc3339(long micros) {
    long wanted = Math.floorDiv(micros, MICROS);
    if (wanted != second) {
      secondText = JsonBytes.ascii(SECONDS.format(Instant.ofEpochSecond(wanted)));
      second = wanted;
    }
    members.put(secondText);
    members.put((byte) '.');
    int rest = (int) Math.floorMod(micros, MICROS);
    int at = members.reserve(MICROS_DIGITS);
    for (int i = MICROS_DIGITS - 1; i >= 0; i--) {
      members.array()[at + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    members.advance(MICROS_DIGITS);
  }
}
