package dev.walrelay.pgoutput;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The messages that real servers sent, one file for each version of PostgreSQL. */
final class GoldenMessages {

  private GoldenMessages() {}

  /** The versions there are files of. */
  static IntStream versions() {
    return IntStream.rangeClosed(15, 18);
  }

  /** All messages of one version, as they were sent. */
  static List<GoldenMessage> of(int version) {
    try (var lines = Files.lines(file(version))) {
      return lines.map(GoldenMessage::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the file of a version. */
  static void write(int version, List<GoldenMessage> messages) throws IOException {
    Files.write(file(version), messages.stream().map(GoldenMessage::line).toList());
  }

  private static Path file(int version) {
    return Path.of("src", "test", "resources", "pgoutput", version + ".txt");
  }

  /** All messages of all versions, each with what it takes to decode it by itself. */
  static List<Standing> standing() {
    return versions().mapToObj(GoldenMessages::of).flatMap(all -> standing(all).stream()).toList();
  }

  /** The messages, each with what it takes to decode it by itself. */
  static List<Standing> standing(List<GoldenMessage> messages) {
    List<Standing> standing = new ArrayList<>();
    boolean inStream = false;
    for (GoldenMessage message : messages) {
      standing.add(new Standing(message, inStream));
      inStream = StreamBlock.stateAfter(message.bytes(), inStream);
    }
    return standing;
  }

  /**
   * A message and where it stands.
   *
   * @param inStream whether it came within a stream block
   */
  record Standing(GoldenMessage golden, boolean inStream) {

    PgOutputMessage decode() {
      return decode(golden.bytes().toByteArray());
    }

    /** Decodes other bytes as if they had come in the message's place. */
    PgOutputMessage decode(byte[] bytes) {
      return decode(bytes, 0, bytes.length);
    }

    PgOutputMessage decode(byte[] bytes, int offset, int length) {
      return decoder().decode(bytes, offset, length);
    }

    /** A decoder that has seen what came before the message. */
    PgOutputDecoder decoder() {
      PgOutputDecoder decoder = new PgOutputDecoder(golden.scenario().parallel());
      if (inStream) {
        StreamBlock.open(decoder);
      }
      return decoder;
    }
  }
}
