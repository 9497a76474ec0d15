package dev.walrelay.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The measured side of the conversation with the process that measures: a line in, a line out, the
 * latter marked, since logging goes the same way. It ends when the other side closes its end.
 */
public final class Answers {

  /** Begins each line that is an answer. */
  public static final String MARK = "=> ";

  /** The first answer, to no question. */
  public static final String READY = "ready";

  private static final PrintStream OUT = System.out;

  private Answers() {}

  /** Something that can be asked. */
  @FunctionalInterface
  interface Questions {

    String answer(String question) throws Exception;
  }

  static void serve(Questions questions) throws Exception {
    serve(READY, questions);
  }

  static void serve(String greeting, Questions questions) throws Exception {
    OUT.println(MARK + greeting);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = next(in); line != null; line = next(in)) {
      OUT.println(MARK + questions.answer(line));
    }
  }

  private static @Nullable String next(BufferedReader in) throws IOException {
    return in.readLine();
  }
}
