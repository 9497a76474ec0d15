package dev.walrelay.bench.process;

import dev.walrelay.replication.PlainReader;
import java.nio.ByteBuffer;
import java.sql.SQLException;

/** Reads a slot with the plain driver and throws everything away. */
public final class ReadingProcess {

  private ReadingProcess() {}

  /** {@link Slot#arguments}, and whether to gulp. */
  public static void main(String[] arguments) throws Exception {
    Slot slot = Slot.of(arguments);
    boolean gulping = Boolean.parseBoolean(arguments[6]);
    Answers.serve(_ -> read(slot, gulping).json());
  }

  private static Figures read(Slot slot, boolean gulping) throws SQLException {
    try (PlainReader reader =
        PlainReader.start(
            slot.url(), slot.user(), slot.password(), slot.name(), slot.publication())) {
      return read(reader, slot.events(), gulping);
    }
  }

  private static Figures read(PlainReader reader, long expected, boolean gulping)
      throws SQLException {
    Meter meter = Meter.start();
    long events = 0;
    long bytes = 0;
    ByteBuffer last = ByteBuffer.allocate(0);
    boolean committed = false;
    while (events < expected || !committed) {
      ByteBuffer message = gulping ? reader.gulp() : reader.read();
      bytes += message.remaining();
      switch (message.get(message.position())) {
        case 'I', 'U', 'D', 'M' -> {
          events++;
          last = message;
          committed = false;
        }
        case 'C', 'c' -> committed = true;
        default -> {
          // begins, relations and the like
        }
      }
    }
    return meter.stop(events, bytes, LastNumber.inMessage(last));
  }
}
