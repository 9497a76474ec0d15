package dev.walrelay.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A network between a client and a server that can fail in the ways that networks do. */
public final class TcpProxy implements AutoCloseable {

  private final String host;
  private final int port;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** How many bytes still pass towards the client; then the network is dead without a word. */
  private final AtomicLong passing = new AtomicLong(Long.MAX_VALUE);

  private TcpProxy(String host, int port) throws IOException {
    this.host = host;
    this.port = port;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** A proxy in front of a server, to be closed by the caller. */
  public static TcpProxy before(TestServer server) {
    try {
      TcpProxy proxy = new TcpProxy(server.host(), server.port());
      Thread.ofVirtual().start(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JDBC address of a database by way of the proxy. */
  public String url(TestDatabase database) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(
            listener.getInetAddress().getHostAddress(), listener.getLocalPort(), database.name());
  }

  /** Lets nothing more through, in no direction, not even that one end is gone. */
  public void freeze() {
    freezeAfter(0);
  }

  /** Freezes when so many more bytes have gone to the client. */
  public void freezeAfter(long bytes) {
    passing.set(bytes);
  }

  /** Cuts all connections; new ones are served. */
  public void cut() {
    for (Socket socket : sockets) {
      closeQuietly(socket);
    }
    sockets.clear();
    passing.set(Long.MAX_VALUE);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        Socket server = new Socket(host, port);
        sockets.add(server);
        Thread.ofVirtual().start(() -> forward(client, server, false));
        Thread.ofVirtual().start(() -> forward(server, client, true));
      } catch (IOException closed) {
        // The next turn ends the loop, or serves the next client after a failed connection.
      }
    }
  }

  private void forward(Socket from, Socket to, boolean towardsClient) {
    byte[] buffer = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        int passed = towardsClient ? take(n) : passing.get() > 0 ? n : 0;
        out.write(buffer, 0, passed);
      }
    } catch (IOException closed) {
      // One end is gone, and with it goes the other.
    }
    if (passing.get() > 0) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private int take(int bytes) {
    long before = passing.getAndUpdate(left -> Math.max(0, left - bytes));
    return (int) Math.min(before, bytes);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
