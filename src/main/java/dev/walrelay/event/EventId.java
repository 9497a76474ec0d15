package dev.walrelay.event;

import dev.walrelay.wal.Lsn;
import java.nio.charset.StandardCharsets;

/**
 * An event's identifier and place in the stream: the commit position of its transaction and its
 * ordinal within it. Its text is 16 hexadecimal digits, a hyphen and 8 hexadecimal digits, so that
 * plain strings sort in stream order. The top byte of the position counts epochs.
 *
 * @param position epoch (top byte) and commit LSN, unsigned
 * @param ordinal counts from 1 within a transaction; 0 for what stands outside of one; unsigned
 */
public record EventId(long position, int ordinal) implements Comparable<EventId> {

  /** Before every event. */
  public static final EventId NONE = new EventId(0, 0);

  /** Length of the text, in characters and bytes. */
  public static final int LENGTH = 25;

  private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final int EPOCH_SHIFT = 56;
  private static final int AWAITING = -2;

  /** The identifier of an ordinal at a commit position, in an epoch. */
  public static EventId of(int epoch, Lsn commit, int ordinal) {
    return new EventId(position(epoch, commit), ordinal);
  }

  /** Epoch and commit position as one unsigned number. */
  public static long position(int epoch, Lsn commit) {
    return (long) epoch << EPOCH_SHIFT | commit.value();
  }

  /**
   * The last possible identifier of a transaction that commits at the position; reading after it
   * starts with what committed later.
   */
  public static EventId endOf(int epoch, Lsn commit) {
    return of(epoch, commit, -1);
  }

  /**
   * The place right before {@link #endOf}, for who waits for what commits after a position that a
   * source is still on its way to. No event has it and no log ends there, which tells it from all
   * ids that a log has given out for something stored.
   */
  public static EventId awaiting(int epoch, Lsn commit) {
    return of(epoch, commit, AWAITING);
  }

  /** Whether it is such a place. */
  public boolean isAwaiting() {
    return ordinal == AWAITING;
  }

  /** The commit LSN, without the epoch. */
  public Lsn lsn() {
    return new Lsn(position & (1L << EPOCH_SHIFT) - 1);
  }

  /** How often the source's history was replaced before this event; 0 in a normal life. */
  public int epoch() {
    return (int) (position >>> EPOCH_SHIFT);
  }

  /**
   * Reads an identifier's text.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static EventId parse(String text) {
    if (text.length() != LENGTH || text.charAt(16) != '-') {
      throw malformed(text);
    }
    return new EventId(hex(text, 0, 16), (int) hex(text, 17, LENGTH));
  }

  private static long hex(String text, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw malformed(text);
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not an event id like 0000000001A2B3C8-00000003");
  }

  /** Reads an identifier from {@value #LENGTH} bytes that {@link #write} has written. */
  public static EventId read(byte[] bytes, int offset) {
    return new EventId(hex(bytes, offset, 16), (int) hex(bytes, offset + 17, 8));
  }

  private static long hex(byte[] bytes, int offset, int length) {
    long value = 0;
    for (int i = offset; i < offset + length; i++) {
      value = value << 4 | Character.digit(bytes[i], 16);
    }
    return value;
  }

  /** Writes the text of an identifier as {@value #LENGTH} bytes. */
  public static void write(long position, int ordinal, byte[] bytes, int offset) {
    writeHex(position, 16, bytes, offset);
    bytes[offset + 16] = '-';
    writeHex(ordinal, 8, bytes, offset + 17);
  }

  private static void writeHex(long value, int digits, byte[] bytes, int offset) {
    long rest = value;
    for (int i = offset + digits - 1; i >= offset; i--) {
      bytes[i] = DIGITS[(int) rest & 15];
      rest >>>= 4;
    }
  }

  /** The id right before this one: reading after it begins with this event. */
  public EventId predecessor() {
    return new EventId(ordinal == 0 ? position - 1 : position, ordinal - 1);
  }

  /** Whether this event comes after the other in the stream. */
  public boolean isAfter(EventId other) {
    return compareTo(other) > 0;
  }

  @Override
  public int compareTo(EventId other) {
    int byPosition = Long.compareUnsigned(position, other.position);
    return byPosition != 0 ? byPosition : Integer.compareUnsigned(ordinal, other.ordinal);
  }

  @Override
  public String toString() {
    byte[] bytes = new byte[LENGTH];
    write(position, ordinal, bytes, 0);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
