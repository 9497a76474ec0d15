package dev.walrelay;

/**
 * The platform threads that carry virtual ones, on which streams, requests and webhooks run.
 *
 * <p>By itself the JVM has one for each processor, and none is taken away from a virtual thread
 * that does not wait. A few readers that decompress, look for what a filter selects, or are in
 * native code while the log's disk is slow, would hold up all others; and readers that take turns
 * only when they have to lose sight of each other, so that each decompresses for itself what they
 * could share. With some more it is the operating system that lets them take turns.
 */
public final class Carriers {

  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";
  private static final int FOR_EACH_PROCESSOR = 4;
  private static final int LEAST = 8;

  private Carriers() {}

  /**
   * Has more of them, unless their number is set by the JVM's own property. Without effect once a
   * virtual thread has run.
   */
  public static void provide() {
    if (System.getProperty(PARALLELISM) == null) {
      int processors = Runtime.getRuntime().availableProcessors();
      System.setProperty(
          PARALLELISM, Integer.toString(Math.max(LEAST, FOR_EACH_PROCESSOR * processors)));
    }
  }
}
