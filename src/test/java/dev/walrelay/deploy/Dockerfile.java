package dev.walrelay.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The instructions of the Dockerfile, a list for each stage, which FROM begins. */
record Dockerfile(List<List<Instruction>> stages) {

  /** A keyword in upper case and what follows it, on one line. */
  record Instruction(String keyword, String arguments) {

    /** The words of an exec form. */
    List<String> words() {
      return JsonMapper.shared()
          .readValue(
              arguments.substring(arguments.indexOf('[')), new TypeReference<List<String>>() {});
    }
  }

  static Dockerfile read(Path file) throws IOException {
    List<List<Instruction>> stages = new ArrayList<>();
    StringBuilder instruction = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#") && !line.isBlank()) {
        instruction.append(line.replaceFirst("\\\\$", ""));
        if (!line.endsWith("\\")) {
          add(parse(instruction.toString()), stages);
          instruction.setLength(0);
        }
      }
    }
    return new Dockerfile(stages);
  }

  private static Instruction parse(String line) {
    int space = line.indexOf(' ');
    return new Instruction(
        line.substring(0, space).toUpperCase(Locale.ROOT), line.substring(space + 1).strip());
  }

  private static void add(Instruction instruction, List<List<Instruction>> stages) {
    if (instruction.keyword().equals("FROM")) {
      stages.add(new ArrayList<>());
    }
    stages.getLast().add(instruction);
  }

  /** The only instruction of the last stage with that keyword. */
  Instruction last(String keyword) {
    return stages.getLast().stream()
        .filter(instruction -> instruction.keyword().equals(keyword))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + keyword));
  }
}
