package dev.walrelay.event;

import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Random;

/** Makes valid events. Most tests number them: each is a transaction of its own, at that LSN. */
public final class Events {

  /** When the first event committed; the others follow by a second each. */
  public static final Instant START = Instant.parse("2026-11-30T05:52:18.844738Z");

  public static final Subject ORDERS = new Subject.Table("public", "orders");

  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private Events() {}

  /** The id of an event by its number, which counts from 1. */
  public static EventId id(long number) {
    return EventId.of(0, new Lsn(number), 1);
  }

  /** The number of an event that was made here. */
  public static long number(EventId id) {
    return id.lsn().value();
  }

  /** When a numbered event committed. */
  public static Instant commitTime(long number) {
    return START.plusSeconds(number);
  }

  /** A batch of small events, numbered from the first on. */
  public static EventBatch batch(long first, int count) {
    return batch(first, count, 0);
  }

  /** A batch of events that carry so many bytes each beyond what makes them valid. */
  public static EventBatch batch(long first, int count, int padding) {
    EventBatch batch = new EventBatch(count * (256 + padding));
    String text = "x".repeat(padding);
    for (long number = first; number < first + count; number++) {
      addInsert(batch, id(number), commitTime(number), text);
    }
    return batch;
  }

  /** A batch of events of two kilobytes each, of which compression saves at most half. */
  public static EventBatch incompressible(long first, int count) {
    Random random = new Random(first);
    EventBatch batch = new EventBatch(count * 2300);
    for (long number = first; number < first + count; number++) {
      byte[] bytes = new byte[1000];
      random.nextBytes(bytes);
      addInsert(batch, id(number), commitTime(number), HexFormat.of().formatHex(bytes));
    }
    return batch;
  }

  /** A batch of messages with the prefix {@code billing.paid}, numbered from the first on. */
  public static EventBatch messages(long first, int count) {
    EventBatch batch = new EventBatch(count * 256);
    for (long number = first; number < first + count; number++) {
      addMessage(batch, id(number), commitTime(number), "billing.paid", "{}");
    }
    return batch;
  }

  /** Adds the insert of a row of {@link #ORDERS}, with a text of printable ASCII. */
  public static void addInsert(EventBatch batch, EventId id, Instant commitTime, String text) {
    String row = "{\"id\":" + number(id) + ",\"text\":\"" + text + "\"}";
    add(
        batch,
        Op.INSERT,
        ORDERS,
        commitTime,
        """
        {"id":"%s","op":"insert","schema":"public","table":"orders","lsn":"%s","commit_lsn":"%s",\
        "commit_time":"%s","xid":7,"key":{"id":%d},"after":%s}"""
            .formatted(id, id.lsn(), id.lsn(), MICROSECONDS.format(commitTime), number(id), row));
  }

  /** Adds a transactional message; its content is given as the JSON to write. */
  public static void addMessage(
      EventBatch batch, EventId id, Instant commitTime, String prefix, String content) {
    add(
        batch,
        Op.MESSAGE,
        new Subject.Prefix(prefix),
        commitTime,
        """
        {"id":"%s","op":"message","prefix":"%s","transactional":true,"content":%s,\
        "content_encoding":"json","lsn":"%s","commit_lsn":"%s","commit_time":"%s","xid":7}"""
            .formatted(id, prefix, content, id.lsn(), id.lsn(), MICROSECONDS.format(commitTime)));
  }

  /** Adds a gap of the stream itself. */
  public static void addGap(EventBatch batch, EventId id) {
    batch
        .json()
        .put(
            """
            {"id":"%s","op":"gap","lsn":"%s","reason":"slot_recreated"}"""
                .formatted(id, id.lsn())
                .getBytes(StandardCharsets.UTF_8));
    batch.add(Op.GAP, batch.subject(Subject.Stream.STREAM), Long.MIN_VALUE);
  }

  private static void add(
      EventBatch batch, Op op, Subject subject, Instant commitTime, String json) {
    batch.json().put(json.getBytes(StandardCharsets.UTF_8));
    batch.add(op, batch.subject(subject), ChronoUnit.MICROS.between(Instant.EPOCH, commitTime));
  }
}
