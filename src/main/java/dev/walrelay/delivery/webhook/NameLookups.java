package dev.walrelay.delivery.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks names up for all subscriptions. A look-up cannot be interrupted and may take long, so it
 * has a thread of its own kind, while whoever asked waits no longer than it wants to. Everybody who
 * asks for a name waits for the same look-up: a name that hangs takes one thread, however often it
 * is asked for. If as many names hang as there are threads, others wait in line; and beyond a
 * thousand in line a look-up fails at once, so that its delivery is tried again later like one
 * whose endpoint is down.
 */
final class NameLookups implements AutoCloseable {

  private static final int THREADS = 64;
  private static final int LINE = 1000;
  private static final long IDLE_SECONDS = 30;

  /** What is an address already needs no look-up, and waits for none. */
  private static final Pattern ADDRESS = Pattern.compile(".*:.*|[0-9]+(\\.[0-9]+){3}");

  private final Lookup lookup;
  private final ThreadPoolExecutor threads;
  private final Map<String, CompletableFuture<InetAddress[]>> running = new ConcurrentHashMap<>();

  /** Finds the addresses of a name, however long that takes. */
  @FunctionalInterface
  interface Lookup {

    InetAddress[] find(String name) throws UnknownHostException;
  }

  /** By the means of the operating system. */
  NameLookups() {
    this(InetAddress::getAllByName, THREADS, LINE);
  }

  /**
   * By other means.
   *
   * @param threads how many names may be looked up at a time
   * @param line how many may wait for that
   */
  NameLookups(Lookup lookup, int threads, int line) {
    this.lookup = lookup;
    this.threads =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(line),
            Thread.ofPlatform().name("webhook-resolver-", 0).daemon().factory());
    this.threads.allowCoreThreadTimeOut(true);
  }

  /**
   * The addresses of a name.
   *
   * @throws UnknownHostException if there are none, or not in time; its message is for people
   */
  InetAddress[] find(String name, long timeoutMillis) throws UnknownHostException {
    if (ADDRESS.matcher(name).matches()) {
      return lookup.find(name);
    }
    try {
      return running
          .computeIfAbsent(name, this::start)
          .get(timeoutMillis, TimeUnit.MILLISECONDS)
          .clone();
    } catch (RejectedExecutionException e) {
      throw unknown(
          "The name %s was not looked up, since too many other names are waited for: see whether the name server answers.",
          name, e);
    } catch (ExecutionException e) {
      throw unknown("The name %s could not be resolved.", name, e.getCause());
    } catch (TimeoutException e) {
      throw unknown("The name %s was not resolved in time.", name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown("The look-up of the name %s was ended.", name, e);
    }
  }

  private CompletableFuture<InetAddress[]> start(String name) {
    CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            found.complete(lookup.find(name));
          } catch (UnknownHostException | RuntimeException e) {
            found.completeExceptionally(e);
          } finally {
            running.remove(name, found);
          }
        });
    return found;
  }

  private static UnknownHostException unknown(
      String message, String name, @Nullable Throwable cause) {
    UnknownHostException unknown = new UnknownHostException(message.formatted(name));
    unknown.initCause(cause);
    return unknown;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
