package dev.walrelay.delivery.webhook;

import dev.walrelay.event.EventId;
import dev.walrelay.event.EventMembers;
import dev.walrelay.event.GapEvent;
import dev.walrelay.event.Op;
import dev.walrelay.eventlog.Block;
import dev.walrelay.eventlog.EventLog;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the body of a delivery from the events in the log, the same each time. It remembers the
 * block that it read last, until {@link #forget}. Used by one thread.
 */
final class Bodies {

  private static final byte[] COMMIT_TIME = "commit_time".getBytes(StandardCharsets.US_ASCII);
  private static final int SMALL = 512;

  private final EventLog log;
  private final String source;
  private @Nullable Block block;

  /** Of the event that was shown last, in the block. */
  private int index = -1;

  /**
   * Over a log.
   *
   * @param source of the events, as CloudEvents say it
   */
  Bodies(EventLog log, String source) {
    this.log = log;
    this.source = source;
  }

  /** Is shown where an event stands. */
  @FunctionalInterface
  private interface Visitor {

    void event(Block block, int index);
  }

  void forget() {
    block = null;
  }

  /** The body, or null if an event of it is no longer stored. */
  @Nullable Body of(Content.Planned content, Shape shape) {
    return switch (content) {
      case Content.Events(List<EventId> ids) -> events(ids, shape);
      case Content.Gap gap -> gap(gap, shape);
    };
  }

  private @Nullable Body events(List<EventId> ids, Shape shape) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(SMALL * Math.max(2, ids.size()));
    Visitor writer =
        (at, index) -> {
          if (shape.array()) {
            out.write(out.size() == 0 ? '[' : ',');
          }
          write(at, index, shape, out);
        };
    if (!visit(ids, writer)) {
      return null;
    }
    if (shape.array()) {
      out.write(']');
    }
    String committed = commitTime(Objects.requireNonNull(block), index);
    return new Body(out.toByteArray(), shape.contentType(), ids.size(), committed);
  }

  private void write(Block at, int index, Shape shape, ByteArrayOutputStream out) {
    switch (shape.format()) {
      case NATIVE -> out.write(at.bytes(), at.start(index), at.end(index) - at.start(index));
      case CLOUDEVENTS -> CloudEvent.write(at, index, source, out);
    }
  }

  private Body gap(Content.Gap gap, Shape shape) {
    byte[] json = GapEvent.json(gap.gone(), gap.reason(), gap.before());
    return single(gap.gone().toString(), Op.GAP, json, shape, source);
  }

  /** The body of an event that does not come from the log. */
  static Body single(String id, Op op, byte[] json, Shape shape, String source) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(SMALL);
    if (shape.array()) {
      out.write('[');
    }
    switch (shape.format()) {
      case NATIVE -> out.writeBytes(json);
      case CLOUDEVENTS -> CloudEvent.write(id, op, json, source, out);
    }
    if (shape.array()) {
      out.write(']');
    }
    return new Body(out.toByteArray(), shape.contentType(), 1, "");
  }

  /** What the delivery must not overtake, or null if an event of it is no longer stored. */
  @Nullable Claims claims(Content.Planned content) {
    return switch (content) {
      case Content.Events(List<EventId> ids) -> {
        ClaimReader reader = new ClaimReader();
        yield visit(ids, reader::add) ? reader.claims() : null;
      }
      case Content.Gap _ -> Claims.EVERYTHING;
    };
  }

  /**
   * Shows the events in their order.
   *
   * @return whether all are there
   */
  private boolean visit(List<EventId> ids, Visitor visitor) {
    for (EventId id : ids) {
      if (!locate(id)) {
        return false;
      }
      visitor.event(Objects.requireNonNull(block), index);
    }
    return true;
  }

  /** Mostly it is the next one, unless a filter leaves others out. */
  private boolean locate(EventId id) {
    Block at = block;
    if (at != null && index + 1 < at.count() && at.id(index + 1).equals(id)) {
      index++;
      return true;
    }
    if (at == null || at.id(0).isAfter(id) || id.isAfter(at.lastId())) {
      at = log.next(id.predecessor());
      block = at;
    }
    if (at == null) {
      return false;
    }
    index = at.indexAfter(id.predecessor());
    return index < at.count() && at.id(index).equals(id);
  }

  /** When an event committed, as it stands in the event, or an empty text. */
  static String commitTime(Block block, int index) {
    return new EventMembers(block.bytes(), block.start(index), block.end(index)).text(COMMIT_TIME);
  }
}
