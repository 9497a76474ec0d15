package dev.walrelay.chaos;

import dev.walrelay.RunningWalrelay;
import dev.walrelay.postgres.StopMode;
import dev.walrelay.postgres.TcpProxy;
import dev.walrelay.postgres.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** A service behind a network, and all that can happen to both and to the database. */
final class BrokenService implements AutoCloseable {

  /** Time-outs and the next attempt, on a busy machine. */
  private static final Duration NOTICED = Duration.ofSeconds(30);

  private static final Duration STARTED = Duration.ofSeconds(90);
  private static final String HEAP = "192m";

  private final TestDatabase database;
  private final Path folder;
  private final Random random;
  private final List<String> arguments;
  private final TcpProxy proxy;
  private ServiceProcess process;

  BrokenService(TestDatabase database, Path folder, Random random, List<String> settings) {
    this.database = database;
    this.folder = folder;
    this.random = random;
    this.proxy = TcpProxy.before(database.server());
    this.arguments = new ArrayList<>(RunningWalrelay.arguments(database, folder));
    arguments.removeIf(argument -> argument.startsWith("--spring.datasource.url="));
    arguments.add("--spring.datasource.url=" + proxy.url(database));
    arguments.addAll(settings);
    this.process = start();
    process.awaitReadings(0, STARTED);
  }

  private ServiceProcess start() {
    return ServiceProcess.start(folder, HEAP, arguments);
  }

  /** As it is now. */
  ServiceProcess process() {
    return process;
  }

  /** Lets something happen, and returns when the service reads again. */
  void suffer(Fault fault) {
    int before = process.readings();
    switch (fault) {
      case KILL -> kill(1_500);
      case KILL_AT_START -> {
        kill(100);
        process = start();
        kill(4_000);
      }
      case KILL_UNNOTICED -> {
        proxy.freezeAfter(random.nextInt(10_000));
        kill(1_000);
      }
      case RESTART_FAST -> database.server().restart(StopMode.FAST);
      case RESTART_IMMEDIATE -> database.server().restart(StopMode.IMMEDIATE);
      case CUT -> proxy.cut();
      case CUT_IN_MESSAGE -> proxy.cutAfter(1 + random.nextInt(20_000));
      case HALF_OPEN -> proxy.freezeAfter(random.nextInt(10_000));
    }
    switch (fault) {
      case KILL, KILL_AT_START, KILL_UNNOTICED -> {
        process = start();
        process.awaitReadings(0, STARTED);
      }
      default -> process.awaitReadings(before, NOTICED);
    }
  }

  private void kill(int withinMillis) {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(withinMillis)).toNanos());
    process.close();
  }

  @Override
  public void close() {
    process.close();
    proxy.close();
  }
}
