package dev.walrelay.bench.process;

import java.util.List;

/**
 * What a process is to read.
 *
 * @param url JDBC address of the source
 * @param publication exists, and so does the slot
 * @param events how many there are in the slot
 */
public record Slot(
    String url, String user, String password, String name, String publication, long events) {

  /** How it is handed on to a process. */
  public List<String> arguments() {
    return List.of(url, user, password, name, publication, Long.toString(events));
  }

  static Slot of(String[] arguments) {
    return new Slot(
        arguments[0],
        arguments[1],
        arguments[2],
        arguments[3],
        arguments[4],
        Long.parseLong(arguments[5]));
  }
}
