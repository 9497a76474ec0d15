package dev.walrelay.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/**
 * A client of an event stream that costs as little as can be, since it shares the machine with what
 * is measured.
 */
final class StreamReader implements AutoCloseable {

  private static final int RECEIVE_BUFFER = 1 << 20;

  private final Socket socket;
  private final SseParser parser;

  private StreamReader(Socket socket, SseParser parser) {
    this.socket = socket;
    this.parser = parser;
  }

  /** Returns when the stream is open. */
  static StreamReader open(int port, String query, EventSink sink) throws IOException {
    Socket socket = connect(port, query, RECEIVE_BUFFER);
    StreamReader reader = new StreamReader(socket, new SseParser(socket.getInputStream(), sink));
    Thread.ofPlatform().name("stream-reader").daemon().start(reader::run);
    return reader;
  }

  /** Opens a stream that nobody reads. */
  static Socket connect(int port, String query, int receiveBuffer) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(receiveBuffer);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket
        .getOutputStream()
        .write(
            """
            GET /v1/events%s HTTP/1.1\r
            Host: localhost\r
            Accept: text/event-stream\r
            Authorization: Bearer %s\r
            \r
            """
                .formatted(query, Service.TOKEN)
                .getBytes(StandardCharsets.US_ASCII));
    requireOk(socket.getInputStream());
    return socket;
  }

  private static void requireOk(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no answer to the request for a stream");
      }
      head.append((char) next);
    }
    if (!head.toString().startsWith("HTTP/1.1 200")
        || !head.toString().contains("Transfer-Encoding: chunked")) {
      throw new IOException("not a stream: " + head);
    }
  }

  private void run() {
    try {
      parser.run();
    } catch (SocketException _) {
      // closed by this side
    } catch (IOException e) {
      Progress.say("a stream broke: %s", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
