package dev.walrelay.eventlog;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Blocks read from disk, by their sequence. It keeps the last used ones up to a number of bytes,
 * and beyond that knows those that some reader still holds, so that many readers at one place share
 * one copy even of a block that is larger than all of the cache.
 */
final class BlockCache {

  private final long capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashMap<Long, Block> kept = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Long, WeakReference<Block>> known = new HashMap<>();
  private final Map<Long, CompletableFuture<Optional<Block>>> loading = new HashMap<>();
  private long weight;

  BlockCache(long capacity) {
    this.capacity = capacity;
  }

  /** The block, loaded by the first thread that asks while the others wait; empty if it is gone. */
  Optional<Block> get(long sequence, Supplier<Optional<Block>> load) {
    CompletableFuture<Optional<Block>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<Block>> others;
    lock.lock();
    try {
      Block block = lookUp(sequence);
      if (block != null) {
        return Optional.of(block);
      }
      others = loading.putIfAbsent(sequence, mine);
    } finally {
      lock.unlock();
    }
    return others == null ? loadAndShare(sequence, load, mine) : join(others);
  }

  private @Nullable Block lookUp(long sequence) {
    Block block = kept.get(sequence);
    if (block != null) {
      return block;
    }
    WeakReference<Block> reference = known.get(sequence);
    return reference == null ? null : reference.get();
  }

  private Optional<Block> loadAndShare(
      long sequence, Supplier<Optional<Block>> load, CompletableFuture<Optional<Block>> result) {
    Optional<Block> block = Optional.empty();
    try {
      block = load.get();
      result.complete(block);
      return block;
    } catch (Throwable e) {
      result.completeExceptionally(e);
      throw e;
    } finally {
      lock.lock();
      try {
        loading.remove(sequence);
        block.ifPresent(loaded -> keep(sequence, loaded));
      } finally {
        lock.unlock();
      }
    }
  }

  private static Optional<Block> join(CompletableFuture<Optional<Block>> others) {
    try {
      return others.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new EventLogException(String.valueOf(cause.getMessage()), cause);
    }
  }

  private void keep(long sequence, Block block) {
    known.values().removeIf(reference -> reference.get() == null);
    known.put(sequence, new WeakReference<>(block));
    kept.put(sequence, block);
    weight += block.weight();
    var eldest = kept.values().iterator();
    while (weight > capacity) {
      weight -= eldest.next().weight();
      eldest.remove();
    }
  }
}
