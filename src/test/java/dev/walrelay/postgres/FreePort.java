package dev.walrelay.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that are started later, or again. They lie below those that systems give to
 * whoever asks for any, so that nobody gets one by chance meanwhile.
 */
public final class FreePort {

  private static final int FIRST = 20_000;
  private static final int COUNT = 12_000;

  /** Processes begin somewhere each, and give none out twice. */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private FreePort() {}

  /** A port that nobody listens at. */
  public static int find() {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + NEXT.getAndIncrement() % COUNT;
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("Every port from " + FIRST + " on is taken");
  }

  private static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port)) {
      return true;
    } catch (BindException _) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
