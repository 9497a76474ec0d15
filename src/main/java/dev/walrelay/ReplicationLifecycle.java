package dev.walrelay;

import dev.walrelay.pipeline.Replication;
import org.springframework.context.SmartLifecycle;

/**
 * Starts replication before the web server opens its port, so that a wrong setting ends the start,
 * and stops it after the last reader is gone.
 */
final class ReplicationLifecycle implements SmartLifecycle {

  private final Replication replication;
  private volatile boolean running;

  ReplicationLifecycle(Replication replication) {
    this.replication = replication;
  }

  @Override
  public void start() {
    replication.start();
    running = true;
  }

  @Override
  public void stop() {
    replication.stop();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return 0;
  }
}
