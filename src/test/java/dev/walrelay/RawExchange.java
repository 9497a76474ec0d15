package dev.walrelay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer to a request that no decent client would make.
 *
 * @param status of the answer
 * @param headers by their names in lower case
 * @param body of a failure; what succeeds may never end and is not read
 */
record RawExchange(int status, Map<String, String> headers, String body) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Sends the bytes as they are. */
  static RawExchange send(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.setSoTimeout((int) PATIENCE.toMillis());
      send(socket, request);
      return read(socket.getInputStream());
    }
  }

  private static void send(Socket socket, byte[] request) {
    try {
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
    } catch (IOException _) {
      // The server may have answered and closed before it took all: the answer tells.
    }
  }

  private static RawExchange read(InputStream in) throws IOException {
    String statusLine = line(in);
    if (!statusLine.startsWith("HTTP/1.1 ")) {
      throw new IOException("not a status line: '" + statusLine + "'");
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int status = Integer.parseInt(statusLine.substring(9, 12));
    return new RawExchange(status, headers, status >= 400 ? body(in, headers) : "");
  }

  private static String body(InputStream in, Map<String, String> headers) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if ("chunked".equals(headers.get("transfer-encoding"))) {
      for (int size = chunk(in); size > 0; size = chunk(in)) {
        body.write(in.readNBytes(size));
        line(in);
      }
    } else {
      body.write(in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0"))));
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private static int chunk(InputStream in) throws IOException {
    return Integer.parseInt(line(in), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return line.toString().strip();
  }
}
