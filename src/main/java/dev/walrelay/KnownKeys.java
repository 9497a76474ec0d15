package dev.walrelay;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys that {@link WalrelayProperties} has, and how near another one is to them. */
final class KnownKeys {

  private static final String PREFIX = "walrelay";
  private static final Pattern INDEX = Pattern.compile("\\[[^]]*]|(?<=_)\\d+(?=_|$)");
  private static final Pattern SEPARATOR = Pattern.compile("[^a-z]");

  private final List<String> keys = new ArrayList<>();

  /** Keys under which any name is allowed. */
  private final List<String> open = new ArrayList<>();

  KnownKeys() {
    collect(PREFIX, WalrelayProperties.class);
  }

  private void collect(String prefix, Class<?> properties) {
    for (RecordComponent component : properties.getRecordComponents()) {
      String key = prefix + "." + dashed(component.getName());
      Class<?> nested = elementType(component);
      boolean list = !nested.equals(component.getType());
      if (nested.isRecord()) {
        collect(key, nested);
      }
      if (Map.class.isAssignableFrom(component.getType())) {
        open.add(key);
      }
      // A list of records can be set as a whole, too: to an empty one.
      if (list || !nested.isRecord()) {
        keys.add(key);
      }
    }
  }

  private static Class<?> elementType(RecordComponent component) {
    return component.getGenericType() instanceof ParameterizedType generic
            && generic.getActualTypeArguments()[0] instanceof Class<?> element
        ? element
        : component.getType();
  }

  private static String dashed(String camelCase) {
    return camelCase.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Whether it names one of the keys, in any of the forms that Spring Boot takes. */
  boolean contains(String key) {
    String plain = plain(key);
    return keys.stream().anyMatch(known -> plain(known).equals(plain))
        || open.stream().anyMatch(known -> plain.startsWith(plain(known)));
  }

  /** The key that differs from it in the fewest letters. */
  Optional<String> nearest(String key) {
    String plain = plain(key);
    return keys.stream().min(Comparator.comparingInt(known -> distance(plain(known), plain)));
  }

  private static String plain(String key) {
    String withoutIndexes = INDEX.matcher(key).replaceAll("");
    return SEPARATOR.matcher(withoutIndexes.toLowerCase(Locale.ROOT)).replaceAll("");
  }

  /** Levenshtein's distance, a row of its table at a time. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
