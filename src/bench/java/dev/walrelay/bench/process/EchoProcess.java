package dev.walrelay.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends each byte back: the least that a way to another process and back takes. */
public final class EchoProcess {

  private EchoProcess() {}

  /** Greets with its port; serves one connection. */
  public static void main(String[] arguments) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().start(() -> echo(server));
      Answers.serve(Integer.toString(server.getLocalPort()), question -> question);
    }
  }

  private static void echo(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket.setTcpNoDelay(true);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        out.write(next);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
