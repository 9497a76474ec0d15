package dev.walrelay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All numbers of a run. */
record Results(
    Machine machine, List<WorkloadResult> throughput, List<Latency> latency, List<Growth> growth) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  static Results read(Path file) throws IOException {
    return JSON.readValue(Files.readString(file), Results.class);
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }
}
