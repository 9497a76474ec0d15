package dev.walrelay.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.walrelay.event.Events;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BlockCacheTest {

  private final BlockCache cache = new BlockCache(25_000);
  private final AtomicInteger loads = new AtomicInteger();

  private Optional<Block> load(int padding) {
    loads.incrementAndGet();
    return Optional.of(Block.of(Events.batch(1, 1, padding)));
  }

  @Test
  void loadsABlockOnceForThoseWhoAskAtTheSameTime() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> asking = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<Block>>> blocks = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        blocks.add(
            threads.submit(
                () -> {
                  synchronized (asking) {
                    asking.add(Thread.currentThread());
                  }
                  return cache.get(1, () -> loadSlowly(go));
                }));
      }
      await().until(() -> allWait(asking, 20));
      go.countDown();
      Block first = blocks.getFirst().get().orElseThrow();
      for (Future<Optional<Block>> block : blocks) {
        assertThat(block.get()).containsSame(first);
      }
    }
    assertThat(loads).hasValue(1);
  }

  private Optional<Block> loadSlowly(CountDownLatch go) {
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return load(0);
  }

  private static boolean allWait(List<Thread> threads, int count) {
    synchronized (threads) {
      return threads.size() == count
          && threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING);
    }
  }

  @Test
  void keepsTheLastUsedWithinItsCapacity() {
    for (int sequence = 1; sequence <= 4; sequence++) {
      cache.get(sequence, () -> load(9_000));
      cache.get(1, () -> load(9_000));
    }
    assertThat(loads).hasValue(4);

    System.gc();
    cache.get(1, () -> load(9_000));
    cache.get(4, () -> load(9_000));
    assertThat(loads).hasValue(4);
    await()
        .until(
            () -> {
              System.gc();
              cache.get(2, () -> load(9_000));
              return loads.get() > 4;
            });
  }

  @Test
  void sharesABlockThatIsTooLargeWhileAReaderHoldsIt() {
    Optional<Block> held = cache.get(1, () -> load(100_000));

    assertThat(cache.get(1, () -> load(100_000))).isEqualTo(held);
    assertThat(loads).hasValue(1);
  }

  @Test
  void triesAgainAfterAFailureOrAMiss() {
    EventLogException failure = new EventLogException("no");
    assertThatThrownBy(
            () ->
                cache.get(
                    1,
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(cache.get(1, Optional::empty)).isEmpty();
    assertThat(cache.get(1, () -> load(0))).isPresent();
  }
}
