package dev.walrelay.bench;

import dev.walrelay.bench.process.Figures;
import dev.walrelay.bench.process.ServiceProcess;
import dev.walrelay.bench.process.Slot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The whole service as a process. */
final class Service implements AutoCloseable {

  static final String TOKEN = "a-token-that-only-the-benchmark-knows";

  private final ChildProcess process;
  private final int port;

  private Service(ChildProcess process) {
    this.process = process;
    this.port = Integer.parseInt(process.greeting());
  }

  /** Returns when it can be asked over HTTP; it does not read its slot yet. */
  static Service launch(Slot slot, Path folder, List<String> settings) throws IOException {
    return launch(Jvm.SMALL, slot, folder, settings);
  }

  static Service launch(Jvm jvm, Slot slot, Path folder, List<String> settings) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--management.server.port=0",
                "--spring.datasource.url=" + slot.url(),
                "--spring.datasource.username=" + slot.user(),
                "--spring.datasource.password=" + slot.password(),
                "--walrelay.slot.name=" + slot.name(),
                "--walrelay.slot.create=false",
                "--walrelay.publication.name=" + slot.publication(),
                "--walrelay.log.path=" + folder.resolve("walrelay.db"),
                "--walrelay.security.tokens[0].name=bench",
                "--walrelay.security.tokens[0].role=admin",
                "--walrelay.security.tokens[0].token=" + TOKEN));
    arguments.addAll(settings);
    return new Service(ChildProcess.start(jvm, folder, ServiceProcess.class, arguments));
  }

  int port() {
    return port;
  }

  /** Begins to read the slot, and to measure. */
  void start() throws IOException {
    process.ask(ServiceProcess.START);
  }

  /** Begins to measure anew. */
  void mark() throws IOException {
    process.ask(ServiceProcess.MARK);
  }

  /** Returns when so many events are stored. */
  void awaitStored(long events) throws IOException {
    process.ask(ServiceProcess.AWAIT + events);
  }

  Figures figures() throws IOException {
    return process.figures(ServiceProcess.FIGURES);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.close();
  }
}
