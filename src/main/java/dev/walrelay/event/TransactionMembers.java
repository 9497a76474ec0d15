package dev.walrelay.event;

import dev.walrelay.transaction.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Writes {@code commit_lsn} to {@code origin}, which are made once for each transaction. */
final class TransactionMembers {

  private static final DateTimeFormatter RFC_3339_MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final JsonBuffer members = new JsonBuffer(128);
  private @Nullable Transaction latest;

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
    put("\",\"commit_lsn\":\"");
    LsnText.write(transaction.commitLsn(), members);
    put("\",\"commit_time\":\"" + rfc3339(transaction.commitTime()));
    put("\",\"xid\":" + Integer.toUnsignedString(transaction.xid()));
    if (transaction.origin() != null) {
      put(",\"origin\":");
      members.put(JsonBytes.quoted(transaction.origin()));
    }
  }

  private static String rfc3339(long micros) {
    return RFC_3339_MICROS.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  private void put(String ascii) {
    members.put(ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
