package dev.walrelay.delivery.webhook;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of one OAuth2 client, shared by all subscriptions that use it: one is asked for when
 * there is none that is still valid, once for all who wait for it.
 */
final class Tokens {

  /** What a request for a token may take. */
  static final Duration LIMIT = Duration.ofSeconds(10);

  private final String client;
  private final Callable<Token> source;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<Token> latest;

  Tokens(String client, Callable<Token> source) {
    this.client = client;
    this.source = source;
  }

  /**
   * A token to send, which may have to be asked for.
   *
   * @param refused the one that an endpoint would not have, or null
   * @param ended ends the waiting
   * @throws TokenException if there is none
   */
  Token await(@Nullable Token refused, CompletableFuture<Void> ended, Duration atMost)
      throws IOException {
    CompletableFuture<Token> token = usable(refused);
    try {
      if (!token.isDone()) {
        CompletableFuture.anyOf(token, ended).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      }
      if (!token.isDone()) {
        throw new InterruptedException("The endpoint was closed.");
      }
      return token.get();
    } catch (ExecutionException e) {
      throw TokenException.of(client, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw TokenException.of(client, e);
    } catch (InterruptedException e) {
      if (!ended.isDone()) {
        Thread.currentThread().interrupt();
      }
      throw TokenException.of(client, e);
    }
  }

  private CompletableFuture<Token> usable(@Nullable Token refused) {
    lock.lock();
    try {
      CompletableFuture<Token> known = latest;
      if (known == null || !isUsable(known, refused)) {
        known = ask();
        latest = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private static boolean isUsable(CompletableFuture<Token> token, @Nullable Token refused) {
    return switch (token.state()) {
      case RUNNING -> true;
      case SUCCESS -> token.resultNow().isValid() && !token.resultNow().equals(refused);
      case FAILED, CANCELLED -> false;
    };
  }

  private CompletableFuture<Token> ask() {
    CompletableFuture<Token> token = new CompletableFuture<>();
    Thread asking =
        Thread.ofVirtual().name("webhook-token-" + client).unstarted(() -> complete(token));
    // Interrupting a virtual thread closes the socket that it waits for.
    var _ =
        token
            .orTimeout(LIMIT.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete((_, _) -> asking.interrupt());
    asking.start();
    return token;
  }

  private void complete(CompletableFuture<Token> token) {
    try {
      token.complete(source.call());
    } catch (Exception | Error e) {
      token.completeExceptionally(e);
    }
  }
}
