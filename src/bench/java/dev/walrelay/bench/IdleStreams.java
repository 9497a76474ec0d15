package dev.walrelay.bench;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Open streams whose filters match nothing. What little comes stays in their sockets. */
final class IdleStreams implements AutoCloseable {

  private static final int RECEIVE_BUFFER = 16 * 1024;

  private final List<Socket> sockets = new ArrayList<>();

  static IdleStreams open(int port, int count) throws IOException {
    IdleStreams streams = new IdleStreams();
    for (int i = 0; i < count; i++) {
      streams.sockets.add(StreamReader.connect(port, "?table=public.nothing", RECEIVE_BUFFER));
    }
    return streams;
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
