package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventBatch;
import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.event.Op;
import dev.walrelay.event.Subject;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Events of rows that change again and again. Each is a transaction of its own, just committed. */
final class RowEvents {

  private RowEvents() {}

  /** Stores updates, numbered from the first on, of as many rows in turn. */
  static void append(EventLog log, long first, int count, int rows) {
    EventBatch batch = new EventBatch(count * 300);
    for (long number = first; number < first + count; number++) {
      add(batch, number, "{\"id\":%d}".formatted(number % rows), "");
    }
    log.append(List.of(batch), new Lsn(first + count));
  }

  /** An update of public.orders with a key, and what else it has besides the new row. */
  static void add(EventBatch batch, long number, String key, String more) {
    add(batch, number, Op.UPDATE, new Subject.Table("public", "orders"), key, more);
  }

  static void add(
      EventBatch batch, long number, Op op, Subject.Table table, String key, String more) {
    EventId id = Events.id(number);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    String json =
        """
        {"id":"%s","op":"%s","schema":"%s","table":"%s","lsn":"%s","commit_lsn":"%s",\
        "commit_time":"%s","xid":7%s%s,"after":{"n":%d,"text":"some text that a row has"}}\
        """
            .formatted(
                id,
                op.text(),
                table.schema(),
                table.table(),
                id.lsn(),
                id.lsn(),
                now,
                key.isEmpty() ? "" : ",\"key\":" + key,
                more,
                number);
    batch.json().put(json.getBytes(StandardCharsets.UTF_8));
    batch.add(op, batch.subject(table), ChronoUnit.MICROS.between(Instant.EPOCH, now));
  }
}
