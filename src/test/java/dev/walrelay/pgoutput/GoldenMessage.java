package dev.walrelay.pgoutput;

import dev.walrelay.wal.Lsn;
import java.util.HexFormat;

/**
 * A message that a real server sent.
 *
 * @param scenario what made it send the message
 * @param lsn the position that came with it
 * @param bytes the message
 */
record GoldenMessage(CaptureScenario scenario, Lsn lsn, Bytes bytes) {

  /** Reads a line of a file of messages. */
  static GoldenMessage parse(String line) {
    String[] fields = line.split(" ", -1);
    byte[] message = HexFormat.of().parseHex(fields[2]);
    return new GoldenMessage(
        CaptureScenario.valueOf(fields[0]),
        Lsn.parse(fields[1]),
        new Bytes(message, 0, message.length));
  }

  /** The line of a file. */
  String line() {
    return "%s %s %s".formatted(scenario, lsn, HexFormat.of().formatHex(bytes.toByteArray()));
  }
}
