package dev.walrelay.delivery.cel;

import dev.cel.common.values.NullValue;
import dev.walrelay.event.JsonScan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value of JSON that is known to be valid, as values of the expression language, as far
 * as it is used. There are no limits but those of events: text and numbers have any length, and
 * what is not used is not looked at.
 *
 * <p>Numbers that are no integers of 64 bits are the nearest double; beyond all doubles, infinity,
 * which is in the right order with whatever an expression can name.
 */
final class JsonReader {

  /** So many digits are less than 2⁶³, whichever they are. */
  private static final int SURE_DIGITS = 18;

  private static final int HEX_DIGITS = 4;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int length;

  JsonReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.end = end;
    this.at = start;
  }

  /** How many bytes of JSON were turned into values. */
  int length() {
    return length;
  }

  /** The value, of whose members only the used ones are there. */
  Object value(UsedMembers used) {
    skipSpace();
    return switch (bytes[at]) {
      case '{' -> object(used);
      case '[' -> array(used);
      default -> scalar();
    };
  }

  private Object scalar() {
    int start = at;
    Object value =
        switch (bytes[at]) {
          case '"' -> string();
          case 't' -> word(true, 4);
          case 'f' -> word(false, 5);
          case 'n' -> word(NullValue.NULL_VALUE, 4);
          default -> number();
        };
    length += at - start;
    return value;
  }

  private Map<String, Object> object(UsedMembers used) {
    Map<String, Object> object = new HashMap<>();
    while (goesOn('}')) {
      int name = at;
      at = JsonScan.stringEnd(bytes, name);
      int nameEnd = at;
      skipSpace();
      at++;
      UsedMembers member = used(used, name + 1, nameEnd - 1);
      if (member == null) {
        at = JsonScan.valueEnd(bytes, at, end);
      } else {
        length += nameEnd - name;
        object.put(text(name + 1, nameEnd - 1), value(member));
      }
    }
    return object;
  }

  private @Nullable UsedMembers used(UsedMembers used, int name, int nameEnd) {
    return indexOf('\\', name, nameEnd) == nameEnd
        ? used.member(bytes, name, nameEnd)
        : used.member(text(name, nameEnd));
  }

  /** Nothing has a name in there. */
  private List<Object> array(UsedMembers used) {
    List<Object> array = new ArrayList<>();
    if (!used.all()) {
      at = JsonScan.valueEnd(bytes, at, end);
      return array;
    }
    while (goesOn(']')) {
      array.add(value(used));
    }
    return array;
  }

  /** From an opening bracket, or from behind a value, to the next value; false behind the last. */
  private boolean goesOn(char close) {
    skipSpace();
    if (bytes[at] == close) {
      at++;
      return false;
    }
    at++;
    skipSpace();
    if (bytes[at] == close) {
      at++;
      return false;
    }
    return true;
  }

  private void skipSpace() {
    while (at < end && bytes[at] <= ' ' && bytes[at] >= 0) {
      at++;
    }
  }

  private Object word(Object value, int letters) {
    at += letters;
    return value;
  }

  private Object number() {
    int start = at;
    boolean integer = true;
    while (at < end && isNumeric(bytes[at])) {
      integer &= bytes[at] <= '9' && bytes[at] != '.' && bytes[at] != '+';
      at++;
    }
    if (integer && at - start <= SURE_DIGITS) {
      return digits(start);
    }
    String text = new String(bytes, start, at - start, StandardCharsets.ISO_8859_1);
    if (integer && at - start <= SURE_DIGITS + 2) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException _) {
        // beyond 64 bits
      }
    }
    return Double.parseDouble(text);
  }

  private static boolean isNumeric(byte b) {
    return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }

  private long digits(int start) {
    boolean negative = bytes[start] == '-';
    long value = 0;
    for (int i = negative ? start + 1 : start; i < at; i++) {
      value = value * 10 + bytes[i] - '0';
    }
    return negative ? -value : value;
  }

  private String string() {
    int start = at + 1;
    at = JsonScan.stringEnd(bytes, at);
    return text(start, at - 1);
  }

  private String text(int start, int textEnd) {
    int escape = indexOf('\\', start, textEnd);
    return escape == textEnd ? plain(start, textEnd) : unescaped(start, escape, textEnd);
  }

  private String plain(int start, int textEnd) {
    return new String(bytes, start, textEnd - start, StandardCharsets.UTF_8);
  }

  private int indexOf(char wanted, int start, int textEnd) {
    int i = start;
    while (i < textEnd && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  private String unescaped(int start, int firstEscape, int textEnd) {
    StringBuilder text = new StringBuilder(textEnd - start);
    int from = start;
    int escape = firstEscape;
    while (escape < textEnd) {
      text.append(plain(from, escape));
      byte kind = bytes[escape + 1];
      from = escape + 2;
      if (kind == 'u') {
        text.append((char) Integer.parseInt(plain(from, from + HEX_DIGITS), 16));
        from += HEX_DIGITS;
      } else {
        text.append(unescaped(kind));
      }
      escape = indexOf('\\', from, textEnd);
    }
    return text.append(plain(from, textEnd)).toString();
  }

  private static char unescaped(byte kind) {
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> (char) kind;
    };
  }
}
