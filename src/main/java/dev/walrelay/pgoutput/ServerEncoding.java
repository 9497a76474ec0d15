package dev.walrelay.pgoutput;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * An encoding that a database can have (manual: Character Set Support), for text that the server
 * did not convert. The server stores bytes that its own conversion to UTF-8 then refuses, such as
 * the five that WIN1252 leaves undefined; here every one of them becomes something, and what the
 * server can convert becomes just what it would have. Not thread-safe.
 */
public final class ServerEncoding {

  /** At once, so that growing the output is checked only so often. */
  private static final int STEP = 4096;

  /** The most bytes of UTF-8 that one byte can become. */
  private static final int LONGEST = 3;

  private final Characters characters;

  private ServerEncoding(Characters characters) {
    this.characters = characters;
  }

  /**
   * The encoding of that name, as the server has it in {@code server_encoding}; null if its text is
   * taken for UTF-8 as it is.
   *
   * @throws IllegalArgumentException if it is none that a database can have
   */
  public static @Nullable ServerEncoding of(String name) {
    return switch (name) {
      case "UTF8", "SQL_ASCII" -> null;
      case "EUC_JP" -> new ServerEncoding(EucCharacters.jp());
      case "EUC_JIS_2004" -> new ServerEncoding(EucCharacters.jis2004());
      case "EUC_CN" -> new ServerEncoding(EucCharacters.cn());
      case "EUC_KR" -> new ServerEncoding(EucCharacters.kr());
      case "EUC_TW" -> new ServerEncoding(EucCharacters.tw());
      case "LATIN6" -> new ServerEncoding(SingleByteCharacters.latin6());
      case "LATIN8" -> new ServerEncoding(SingleByteCharacters.latin8());
      default -> new ServerEncoding(SingleByteCharacters.of(charset(name)));
    };
  }

  private static String charset(String name) {
    return switch (name) {
      case "LATIN1" -> "ISO-8859-1";
      case "LATIN2" -> "ISO-8859-2";
      case "LATIN3" -> "ISO-8859-3";
      case "LATIN4" -> "ISO-8859-4";
      case "LATIN5" -> "ISO-8859-9";
      case "LATIN7" -> "ISO-8859-13";
      case "LATIN9" -> "ISO-8859-15";
      case "LATIN10" -> "ISO-8859-16";
      case "ISO_8859_5", "ISO_8859_6", "ISO_8859_7", "ISO_8859_8" -> name.replace('_', '-');
      case "KOI8R" -> "KOI8-R";
      case "KOI8U" -> "KOI8-U";
      case "WIN866" -> "IBM866";
      case "WIN874" -> "x-windows-874";
      case "WIN1250",
          "WIN1251",
          "WIN1252",
          "WIN1253",
          "WIN1254",
          "WIN1255",
          "WIN1256",
          "WIN1257",
          "WIN1258" ->
          name.replace("WIN", "windows-");
      default ->
          throw new IllegalArgumentException(
              "The database's encoding '%s' is none that Walrelay can translate".formatted(name));
    };
  }

  /** Text in UTF-8. */
  public String text(byte[] source) {
    return text(source, 0, source.length);
  }

  String text(byte[] source, int from, int to) {
    GrowingBytes out = new GrowingBytes(to - from);
    translate(source, from, to, out);
    return new String(out.array(), 0, out.size(), UTF_8);
  }

  /** Appends text in UTF-8. */
  void translate(byte[] source, int from, int to, GrowingBytes out) {
    int at = from;
    while (at < to) {
      int stop = to - at > STEP ? at + STEP : to;
      out.reserve((stop - at + LONGEST) * LONGEST);
      at = step(source, at, stop, to, out);
    }
  }

  /** Up to a place, and over it with the character that begins before. */
  private int step(byte[] source, int from, int stop, int to, GrowingBytes out) {
    byte[] target = out.array();
    int size = out.size();
    int at = from;
    while (at < stop) {
      byte b = source[at];
      if (b >= 0) {
        target[size++] = b;
        at++;
        continue;
      }
      int length = characters.length(source, at, to);
      byte[] utf8 = characters.utf8(source, at, length);
      for (byte each : utf8) {
        target[size++] = each;
      }
      at += length;
    }
    out.size(size);
    return at;
  }
}
