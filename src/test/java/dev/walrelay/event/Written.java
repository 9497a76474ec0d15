package dev.walrelay.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** What writers make of text. */
final class Written {

  private Written() {}

  /** The writers of an encoder with that catalog. */
  static TypeWriters types(Catalog catalog) {
    return new TypeWriters(JsonSettings.DEFAULT, catalog);
  }

  /** The JSON of a value of a built-in type. */
  static String builtIn(int oid, String text) {
    return json(types(new SettableCatalog()).writer(oid), text);
  }

  /** The JSON of a value of a type with that description, which can refer to built-in types. */
  static String as(PgType type, String text) {
    return json(types(new SettableCatalog()).compose(type), text);
  }

  /** The JSON of a value, which stands in the middle of other bytes. */
  static String json(ValueWriter writer, String text) {
    return json(writer, text.getBytes(UTF_8));
  }

  /** The same for any bytes. */
  static String json(ValueWriter writer, byte[] text) {
    byte[] source = new byte[text.length + 2];
    Arrays.fill(source, (byte) '"');
    System.arraycopy(text, 0, source, 1, text.length);
    JsonBuffer out = new JsonBuffer(1);
    writer.writeOrText(source, 1, text.length, out);
    return new String(out.toByteArray(), UTF_8);
  }
}
