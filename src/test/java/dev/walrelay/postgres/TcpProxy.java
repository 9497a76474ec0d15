package dev.walrelay.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A network between clients and a server that can fail in the ways that networks do. */
public final class TcpProxy implements AutoCloseable {

  private final String host;
  private final int port;
  private final ServerSocket listener;
  private final List<ProxiedConnection> connections = new CopyOnWriteArrayList<>();
  private volatile boolean frozen;

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

  /**
   * Lets nothing more through, in no direction, not even that one end is gone; also on connections
   * to come, until {@link #cut}.
   */
  public void freeze() {
    frozen = true;
    freezeAfter(0);
  }

  /**
   * Leaves each connection that there is half-open: it freezes when so many more bytes have gone to
   * its client. New ones are served.
   */
  public void freezeAfter(long bytes) {
    connections.forEach(connection -> connection.freezeAfter(bytes));
  }

  /**
   * Cuts each connection that there is when so many more bytes have gone to its client, be it in
   * the middle of a message.
   */
  public void cutAfter(long bytes) {
    connections.forEach(connection -> connection.cutAfter(bytes));
  }

  /** Cuts all connections; new ones are served. */
  public void cut() {
    frozen = false;
    connections.forEach(ProxiedConnection::close);
    connections.clear();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        ProxiedConnection connection = ProxiedConnection.open(client, host, port);
        connections.add(connection);
        if (frozen) {
          connection.freezeAfter(0);
        }
        connection.start();
      } catch (IOException closed) {
        // The next turn ends the loop, or serves the next client after a failed connection.
      }
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
