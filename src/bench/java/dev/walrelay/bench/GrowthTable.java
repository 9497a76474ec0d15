package dev.walrelay.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints what more of something costs. */
final class GrowthTable {

  private GrowthTable() {}

  static List<String> lines(List<Growth> growth) {
    if (growth.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("What more costs");
    lines.add("");
    lines.add(
        "| more                           | measured as          |               little |          | "
            + "                much |          | ratio |");
    lines.add(
        "|--------------------------------|----------------------|---------------------:|---------:|"
            + "---------------------:|---------:|------:|");
    for (Growth one : growth) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %-30s | %-20s | %20s | %8s | %20s | %8s | %5.2f |",
              one.what(),
              one.unit(),
              one.little(),
              number(one.small()),
              one.much(),
              number(one.large()),
              one.ratio()));
    }
    return lines;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
  }
}
