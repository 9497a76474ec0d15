package dev.walrelay.bench.process;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Finds the number that every workload gives to each of its events: the first column of a row, and
 * the first member of a message's content.
 */
public final class LastNumber {

  private static final byte[] MEMBER = "\"n\":".getBytes(StandardCharsets.US_ASCII);

  private LastNumber() {}

  /** In JSON, or in a message of pgoutput that has JSON inside. */
  public static long inJson(byte[] bytes, int start, int end) {
    for (int i = start; i < end - MEMBER.length; i++) {
      if (isMember(bytes, i)) {
        return digits(bytes, i + MEMBER.length);
      }
    }
    throw new IllegalArgumentException("an event without its number");
  }

  private static boolean isMember(byte[] bytes, int at) {
    for (int i = 0; i < MEMBER.length; i++) {
      if (bytes[at + i] != MEMBER[i]) {
        return false;
      }
    }
    return true;
  }

  /** In pgoutput's Insert, Update or Message. */
  static long inMessage(ByteBuffer message) {
    int start = message.arrayOffset() + message.position();
    if (message.get(message.position()) == 'M') {
      return inJson(message.array(), start, message.arrayOffset() + message.limit());
    }
    return inTuple(message.array(), start);
  }

  /** Type, perhaps xid, relation, 'N', number of columns, 't', length, text. */
  private static long inTuple(byte[] bytes, int start) {
    int tuple = bytes[start + 5] == 'N' && bytes[start + 8] == 't' ? start + 5 : start + 9;
    if (bytes[tuple] != 'N' || bytes[tuple + 3] != 't') {
      throw new IllegalArgumentException("a row without its number in front");
    }
    return digits(bytes, tuple + 8);
  }

  private static long digits(byte[] bytes, int start) {
    long number = 0;
    for (int i = start; i < bytes.length && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
      number = number * 10 + bytes[i] - '0';
    }
    return number;
  }
}
