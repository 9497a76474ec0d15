package dev.walrelay.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL's official image, for those who would rather test against that. */
final class ContainerCluster implements Cluster {

  private static final int PORT = 5432;

  private final PostgreSQLContainer container;
  private final int hostPort;

  private ContainerCluster(PostgreSQLContainer container, int hostPort) {
    this.container = container;
    this.hostPort = hostPort;
  }

  static ContainerCluster start(int version, Map<String, String> settings) {
    int hostPort = FreePort.find();
    PostgreSQLContainer container =
        new PostgreSQLContainer("postgres:" + version)
            .withUsername(TestServer.SUPERUSER)
            .withPassword(TestServer.PASSWORD)
            .withDatabaseName("postgres")
            .withCommand(command(settings));
    // A restarted container would get another random port, and clients must find it again.
    container.setPortBindings(List.of(hostPort + ":" + PORT));
    container.start();
    return new ContainerCluster(container, hostPort);
  }

  private static String[] command(Map<String, String> settings) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return command.toArray(String[]::new);
  }

  @Override
  public String host() {
    return container.getHost();
  }

  @Override
  public int port() {
    return hostPort;
  }

  @Override
  public void stop(StopMode mode) {
    container
        .getDockerClient()
        .killContainerCmd(container.getContainerId())
        .withSignal(mode.signal())
        .exec();
    TestServer.await("the container to stop", Duration.ofSeconds(30), () -> !container.isRunning());
  }

  @Override
  public void start() {
    container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void close() {
    container.stop();
  }
}
