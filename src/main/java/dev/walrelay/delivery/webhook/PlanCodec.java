package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import java.util.ArrayList;
import java.util.List;

/**
 * Deliveries as {@link Numbers}. For each: its kind and shape; the number of events; the first id;
 * then what each further id differs in. A gap has two ids.
 */
final class PlanCodec {

  private static final int GAP = 0x40;

  private PlanCodec() {}

  /** What is stored of a delivery. */
  record Entry(Content.Planned content, Shape shape) {}

  static byte[] encode(List<Entry> entries) {
    Numbers.Writer out = new Numbers.Writer();
    entries.forEach(entry -> write(entry, out));
    return out.bytes();
  }

  private static void write(Entry entry, Numbers.Writer out) {
    switch (entry.content()) {
      case Content.Gap(EventId gone, EventId before) -> {
        out.put(entry.shape().code() | GAP);
        write(gone, out);
        write(before, out);
      }
      case Content.Events(List<EventId> ids) -> {
        out.put(entry.shape().code()).put(ids.size());
        EventId last = ids.getFirst();
        write(last, out);
        for (EventId id : ids.subList(1, ids.size())) {
          long further = id.position() - last.position();
          int ordinal = further == 0 ? id.ordinal() - last.ordinal() : id.ordinal();
          out.put(further).put(Integer.toUnsignedLong(ordinal));
          last = id;
        }
      }
    }
  }

  private static void write(EventId id, Numbers.Writer out) {
    out.put(id.position()).put(Integer.toUnsignedLong(id.ordinal()));
  }

  static List<Entry> decode(byte[] bytes) {
    List<Entry> entries = new ArrayList<>();
    Numbers.Reader in = new Numbers.Reader(bytes);
    while (in.hasNext()) {
      int code = in.nextInt();
      Shape shape = Shape.ofCode(code & ~GAP);
      entries.add(
          new Entry((code & GAP) != 0 ? new Content.Gap(id(in), id(in)) : events(in), shape));
    }
    return entries;
  }

  private static Content.Events events(Numbers.Reader in) {
    int count = in.nextInt();
    List<EventId> ids = new ArrayList<>(count);
    EventId last = id(in);
    ids.add(last);
    while (ids.size() < count) {
      long further = in.next();
      int ordinal = in.nextInt();
      last =
          new EventId(last.position() + further, further == 0 ? last.ordinal() + ordinal : ordinal);
      ids.add(last);
    }
    return new Content.Events(ids);
  }

  private static EventId id(Numbers.Reader in) {
    return new EventId(in.next(), in.nextInt());
  }
}
