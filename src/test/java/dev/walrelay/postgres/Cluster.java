package dev.walrelay.postgres;

/** A running PostgreSQL, wherever it comes from; its superuser is {@code postgres}. */
interface Cluster extends AutoCloseable {

  String host();

  /** Stays the same over {@link #stop} and {@link #start}. */
  int port();

  void stop(StopMode mode);

  void start();

  /** Stops it, if it still runs, and removes all it had on disk. */
  @Override
  void close();
}
