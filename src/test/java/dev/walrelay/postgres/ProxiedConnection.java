package dev.walrelay.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;

/** A connection through a {@link TcpProxy}. */
final class ProxiedConnection implements AutoCloseable {

  private final Socket client;
  private final Socket server;

  /** How many bytes still pass towards the client; then it is over, one way or the other. */
  private long passing = Long.MAX_VALUE;

  private boolean cutThen;

  private ProxiedConnection(Socket client, Socket server) {
    this.client = client;
    this.server = server;
  }

  static ProxiedConnection open(Socket client, String host, int port) throws IOException {
    try {
      return new ProxiedConnection(client, new Socket(host, port));
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  void start() {
    Thread.ofVirtual().start(() -> forward(client, server, false));
    Thread.ofVirtual().start(() -> forward(server, client, true));
  }

  synchronized void freezeAfter(long bytes) {
    passing = bytes;
    cutThen = false;
  }

  synchronized void cutAfter(long bytes) {
    passing = bytes;
    cutThen = true;
  }

  private void forward(Socket from, Socket to, boolean towardsClient) {
    byte[] buffer = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0 && !isCut(); n = in.read(buffer)) {
        int passed = towardsClient ? take(n) : isOver() ? 0 : n;
        out.write(buffer, 0, passed);
      }
    } catch (IOException closed) {
      // One end is gone, and with it goes the other.
    }
    if (!isOver() || isCut()) {
      close();
    }
  }

  private synchronized int take(int bytes) {
    int taken = (int) Math.min(passing, bytes);
    passing -= taken;
    return taken;
  }

  private synchronized boolean isOver() {
    return passing == 0;
  }

  private synchronized boolean isCut() {
    return passing == 0 && cutThen;
  }

  @Override
  public void close() {
    try {
      client.close();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
