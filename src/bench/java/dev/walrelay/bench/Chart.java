package dev.walrelay.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Draws events a second as bars, a group for each workload. It is plain SVG, whose colours follow
 * the reader's light or dark mode.
 */
final class Chart {

  private static final List<String> LETTERS = List.of("a", "b", "c", "d", "e", "h");
  private static final int WIDTH = 820;
  private static final int LEFT = 230;
  private static final int RIGHT = 90;
  private static final int TOP = 56;
  private static final int BAR = 15;
  private static final int GAP = 3;
  private static final int HEAD = 26;
  private static final int GROUP_GAP = 16;

  private static final String STYLE =
      """
        <style>
          text { font: 12px system-ui, sans-serif; fill: #1f2328 }
          .title { font-size: 15px; font-weight: 600 }
          .group { font-weight: 600 }
          .note { fill: #59636e }
          .plain { fill: #8c959f }
          .ours { fill: #0969da }
          .peer { fill: #bc4c00 }
          @media (prefers-color-scheme: dark) {
            text { fill: #f0f6fc }
            .note { fill: #9198a1 }
            .plain { fill: #656c76 }
            .ours { fill: #4493f8 }
            .peer { fill: #db6d28 }
          }
        </style>
      """;

  private final Results results;
  private final double most;
  private final StringBuilder svg = new StringBuilder();
  private int y = TOP;

  private Chart(Results results) {
    this.results = results;
    this.most =
        results.throughput().stream()
            .flatMap(result -> bars(result).stream())
            .mapToDouble(Bar::value)
            .max()
            .orElse(1);
  }

  private record Bar(String letter, String title, double value) {

    String kind() {
      return switch (letter) {
        case "a", "b" -> "plain";
        case "h" -> "peer";
        default -> "ours";
      };
    }

    String label() {
      return kind().equals("ours") ? "Walrelay " + title : title;
    }
  }

  static String of(Results results) {
    return new Chart(results).draw();
  }

  private String draw() {
    for (WorkloadResult result : results.throughput()) {
      group(result);
    }
    int height = y + 10;
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
        role="img" aria-labelledby="title">
        %3$s  <text id="title" class="title" x="10" y="22">Events a second from a replication \
        slot</text>
          <text class="note" x="10" y="42">%4$s</text>
        %5$s</svg>
        """
        .formatted(WIDTH, height, STYLE, escape(machine()), svg);
  }

  private String machine() {
    Machine machine = results.machine();
    return "%d cores, %s, JDK %s, PostgreSQL %s, heaps of 256 MB; %s"
        .formatted(
            machine.cores(),
            machine.processor(),
            machine.jdk(),
            machine.postgres(),
            machine.date().substring(0, 10));
  }

  private void group(WorkloadResult result) {
    y += HEAD;
    add("  <text class=\"group\" x=\"10\" y=\"%d\">%s</text>%n", y - 8, escape(result.title()));
    bars(result).forEach(this::bar);
    y += GROUP_GAP - GAP;
  }

  private void bar(Bar bar) {
    double width = Math.max(1, (WIDTH - LEFT - RIGHT) * bar.value() / most);
    int text = y + BAR - 3;
    add(
        "  <text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
        LEFT - 8, text, escape(bar.label()));
    add(
        "  <rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
        bar.kind(), LEFT, y, width, BAR);
    add("  <text x=\"%.1f\" y=\"%d\">%,.0f</text>%n", LEFT + width + 6, text, bar.value());
    y += BAR + GAP;
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  private static List<Bar> bars(WorkloadResult result) {
    List<Bar> bars = new ArrayList<>();
    for (Outcome outcome : result.outcomes()) {
      OptionalDouble rate = result.eventsPerSecond(outcome.variant());
      if (LETTERS.contains(outcome.variant()) && rate.isPresent()) {
        bars.add(new Bar(outcome.variant(), outcome.title(), rate.getAsDouble()));
      }
    }
    return bars;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
