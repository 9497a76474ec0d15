package dev.walrelay.event;

/**
 * How the types are written for which readers differ in what they can take.
 *
 * @param numeric {@code string} keeps every digit in any reader
 * @param int8 {@code string} for readers whose numbers end at 53 bits
 */
public record JsonSettings(NumberForm numeric, NumberForm int8) {

  /** Numerics as strings, int8 as numbers. */
  public static final JsonSettings DEFAULT = new JsonSettings(NumberForm.STRING, NumberForm.NUMBER);

  /** A JSON number, or a JSON string with the same digits. */
  public enum NumberForm {
    NUMBER,
    STRING
  }
}
