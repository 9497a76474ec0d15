package dev.walrelay.delivery;

import dev.walrelay.event.EventId;
import dev.walrelay.eventlog.EventLog;
import dev.walrelay.eventlog.SourceIdentity;
import dev.walrelay.wal.Lsn;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a reader starts. */
public sealed interface StartPosition {

  /**
   * Reads {@code earliest}, {@code latest}, an RFC 3339 time or an LSN. A time's offset may have a
   * space for the plus sign, which is what an unescaped plus in a query becomes.
   *
   * @throws IllegalArgumentException if the text has another form; its message is for people
   */
  static StartPosition parse(String text) {
    if (text.equals("earliest")) {
      return End.EARLIEST;
    }
    if (text.equals("latest")) {
      return End.LATEST;
    }
    return text.indexOf('/') >= 0 ? new AtLsn(Lsn.parse(text)) : AtTime.parse(text);
  }

  /** The id to read after, as the log stands now. */
  EventId resolve(EventLog log);

  /**
   * The id to read after, if everything from there on is stored.
   *
   * @throws RetentionGapException if it is not
   */
  default EventId resolveStored(EventLog log) {
    if (isAhead(log)) {
      throw RetentionGapException.aheadAtStart(log);
    }
    EventId after = resolve(log);
    if (isGone(after, log)) {
      throw RetentionGapException.atStart(log.earliest());
    }
    return after;
  }

  /**
   * Whether what follows this position is not stored from its beginning on.
   *
   * @param after what it was resolved to before
   */
  default boolean isGone(EventId after, EventLog log) {
    return !anywhere() && log.floor().isAfter(after);
  }

  /**
   * Whether it is an event that the log has not come to. Somebody has read it, so that was another
   * log: who waited for what follows it here would miss all that comes before.
   */
  default boolean isAhead(EventLog log) {
    return false;
  }

  /**
   * Whether the reader expects nothing in particular before the first event it gets, so that it has
   * no gap when events are removed before it has begun.
   */
  default boolean anywhere() {
    return false;
  }

  /** The two ends of the log: the earliest event stored, or what is stored from now on. */
  enum End implements StartPosition {
    EARLIEST {
      @Override
      public EventId resolve(EventLog log) {
        return log.floor();
      }
    },
    LATEST {
      @Override
      public EventId resolve(EventLog log) {
        return log.end();
      }
    };

    @Override
    public boolean anywhere() {
      return true;
    }
  }

  /** After an event; a gap if what follows it is no longer stored. */
  record After(EventId id) implements StartPosition {

    @Override
    public EventId resolve(EventLog log) {
      return id;
    }

    /** Who waits at an LSN that is still to come may come back with where that is. */
    @Override
    public boolean isAhead(EventLog log) {
      boolean awaited = id.isAwaiting() && id.epoch() == epoch(log);
      return !awaited && id.isAfter(log.end());
    }
  }

  /** With an event; a gap if it is no longer stored. */
  record With(EventId id) implements StartPosition {

    @Override
    public EventId resolve(EventLog log) {
      return id.predecessor();
    }

    @Override
    public boolean isAhead(EventLog log) {
      return new After(id).isAhead(log);
    }
  }

  private static int epoch(EventLog log) {
    return log.source().map(SourceIdentity::epoch).orElse(0);
  }

  /**
   * With what was committed at that time or later, as far as it is stored: a time before the
   * earliest event starts with that event, and is no gap, since nobody can tell what is gone from
   * what never was.
   */
  record AtTime(Instant time) implements StartPosition {

    private static final Pattern SPACE_FOR_PLUS = Pattern.compile(" (?=\\d\\d:\\d\\d$)");

    private static StartPosition parse(String text) {
      try {
        String time = SPACE_FOR_PLUS.matcher(text).replaceFirst("+").replaceFirst(" ", "T");
        return new AtTime(
            OffsetDateTime.parse(time, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant());
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException(
            "'%s' is none of earliest, latest, an RFC 3339 time like 2026-11-30T10:00:00Z, an LSN like 0/1A2B310"
                .formatted(text),
            e);
      }
    }

    @Override
    public EventId resolve(EventLog log) {
      return log.before(time);
    }

    /** If no event before that time is stored, nobody can tell what is gone from what never was. */
    @Override
    public boolean isGone(EventId after, EventLog log) {
      Optional<EventId> earliest = log.earliest();
      return !log.floor().equals(EventId.NONE)
          && (earliest.isPresent() ? earliest.get().isAfter(after) : time.isBefore(Instant.now()));
    }
  }

  /**
   * With transactions that committed at that position or later, in the current epoch; so an event's
   * {@code lsn} and {@code commit_lsn} both lead to its transaction. A gap if the position is older
   * than what is stored; one that is still to come is waited for.
   */
  record AtLsn(Lsn lsn) implements StartPosition {

    @Override
    public EventId resolve(EventLog log) {
      int epoch = epoch(log);
      if (lsn.value() == 0) {
        return EventId.of(epoch, lsn, 0);
      }
      Lsn before = new Lsn(lsn.value() - 1);
      EventId end = EventId.endOf(epoch, before);
      return end.isAfter(log.end()) ? EventId.awaiting(epoch, before) : end;
    }
  }
}
