package dev.walrelay.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Some readers of event streams, closed together. */
final class Streams implements AutoCloseable {

  private final List<StreamReader> readers = new ArrayList<>();

  /** Opens one more, which shows its events on a thread of its own. */
  void open(int port, String query, EventSink sink) throws IOException {
    readers.add(StreamReader.open(port, query, sink));
  }

  @Override
  public void close() throws IOException {
    for (StreamReader reader : readers) {
      reader.close();
    }
  }
}
