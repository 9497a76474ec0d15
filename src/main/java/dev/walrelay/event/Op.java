package dev.walrelay.event;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an event reports. */
public enum Op {
  INSERT(0),
  UPDATE(1),
  DELETE(2),
  TRUNCATE(3),
  MESSAGE(4),
  SNAPSHOT(5),
  GAP(6);

  private final byte code;
  private final String text;

  Op(int code) {
    this.code = (byte) code;
    this.text = name().toLowerCase(Locale.ROOT);
  }

  /** The value of the event's member {@code op}. */
  public String text() {
    return text;
  }

  /** The operation of that text, if there is one. */
  public static Optional<Op> of(String text) {
    return Arrays.stream(values()).filter(op -> op.text.equals(text)).findFirst();
  }

  /** The number that the log stores. */
  public byte code() {
    return code;
  }

  /**
   * The operation of a stored number.
   *
   * @throws IllegalArgumentException if no operation has it
   */
  public static Op ofCode(int code) {
    return switch (code) {
      case 0 -> INSERT;
      case 1 -> UPDATE;
      case 2 -> DELETE;
      case 3 -> TRUNCATE;
      case 4 -> MESSAGE;
      case 5 -> SNAPSHOT;
      case 6 -> GAP;
      default -> throw new IllegalArgumentException("no operation has the code " + code);
    };
  }
}
