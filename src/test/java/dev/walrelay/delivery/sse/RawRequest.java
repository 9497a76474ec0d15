package dev.walrelay.delivery.sse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Requests that no decent client would make. */
final class RawRequest {

  private RawRequest() {}

  /** Sends a request line and reads the whole answer. */
  static String send(int port, String requestLine) throws IOException {
    try (Socket socket = open(port, requestLine, "Connection: close", 0)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Sends a request and leaves it to the caller to read the answer, or not to. */
  static Socket open(int port, String requestLine, String header, int receiveBuffer)
      throws IOException {
    Socket socket = new Socket();
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    String request = requestLine + "\r\nHost: localhost\r\n" + header + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return socket;
  }
}
