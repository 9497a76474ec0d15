package dev.walrelay.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How long the disk takes to have a few pages for sure: each commit of the log waits for it once,
 * so that no event can be delivered sooner.
 */
final class DiskSync {

  private static final int PAGES = 3;
  private static final int PAGE = 8 * 1024;
  private static final int FILE = 4 << 20;

  private DiskSync() {}

  static Latency measure(Path folder, int count) throws IOException {
    ByteBuffer pages = ByteBuffer.allocateDirect(PAGES * PAGE);
    long[] nanos = new long[count];
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("synced"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(FILE));
      file.force(true);
      for (int i = 0; i < count; i++) {
        file.write(pages.clear(), (long) i * pages.capacity() % FILE);
        long before = System.nanoTime();
        file.force(false);
        nanos[i] = System.nanoTime() - before;
      }
    }
    return Latency.of("sync to the disk", nanos);
  }
}
