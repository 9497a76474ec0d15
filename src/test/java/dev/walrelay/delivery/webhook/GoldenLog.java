package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.SourceIdentity;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A file of the log for each version of its schema, written by what Walrelay was at that version,
 * with the same events and subscriptions in each; the first version had no subscriptions yet.
 */
final class GoldenLog {

  /** The schema of which a file was written last. */
  static final int NEWEST = 7;

  static final EventId FLOOR = EventId.endOf(0, new Lsn(9));
  static final EventId MESSAGE = Events.id(30);
  static final EventId GAP = EventId.of(1, new Lsn(5), 0);
  static final EventId LAST = EventId.of(1, new Lsn(6), 1);
  static final Lsn FLUSHED = new Lsn(8);
  static final SourceIdentity SOURCE = new SourceIdentity("7000000000000000002", 2, 1, 0);

  private static final Path FILES = Path.of("src/test/resources/eventlog");

  private GoldenLog() {}

  /** The events, position and source that each file has. */
  static void fill(EventLog log) {
    log.identify(new SourceIdentity("7000000000000000001", 1, 0, 0));
    log.raiseFloor(FLOOR);
    log.append(List.of(Events.batch(10, 20)), new Lsn(29));
    EventBatch message = new EventBatch(1000);
    Events.addMessage(message, MESSAGE, Events.commitTime(30), "billing.paid", "{\"a\":1}");
    log.append(List.of(message), new Lsn(40));
    // Large enough to be a block of its own.
    log.append(List.of(Events.batch(41, 160, 1000)), new Lsn(210));
    EventBatch gap = new EventBatch(1000);
    Events.addGap(gap, GAP);
    log.beginEpoch(SOURCE, gap, new Lsn(5));
    EventBatch last = new EventBatch(1000);
    Events.addInsert(last, LAST, Events.commitTime(300), "in another epoch");
    log.append(List.of(last), FLUSHED);
  }

  /** Puts the key that all files have been encrypted with into a file. */
  static void writeKey(Path file) throws IOException {
    Files.writeString(file, Base64.getEncoder().encodeToString(new byte[32]) + "\n");
  }

  static void unpack(int version, Path file) throws IOException {
    try (InputStream packed = Files.newInputStream(packed(version));
        InputStream bytes = new GZIPInputStream(packed)) {
      Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  static void pack(Path file, int version) throws IOException {
    try (OutputStream packed = Files.newOutputStream(packed(version));
        OutputStream bytes = new GZIPOutputStream(packed)) {
      Files.copy(file, bytes);
    }
  }

  static Path packed(int version) {
    return FILES.resolve(version + ".db.gz");
  }
}
