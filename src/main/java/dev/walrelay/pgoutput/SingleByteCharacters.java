package dev.walrelay.pgoutput;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** An encoding with a character for each byte. */
final class SingleByteCharacters implements Characters {

  private static final int FIRST = 0x80;
  private static final int COUNT = 0x80;

  /** Java has no charset for these two; both begin with the control characters of ISO 8859. */
  private static final String LATIN6 =
      "\u00A0ĄĒĢĪĨĶ§ĻĐŠŦŽ\u00ADŪŊ°ąēģīĩķ·ļđšŧž―ūŋ"
          + "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ";

  private static final String LATIN8 =
      "\u00A0Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u00AD®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡ"
          + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ";

  private final byte[][] table = new byte[COUNT][];

  private SingleByteCharacters(String upperHalf) {
    for (int i = 0; i < COUNT; i++) {
      table[i] = Characters.utf8(upperHalf.substring(i, i + 1));
    }
  }

  static SingleByteCharacters of(String charset) {
    return new SingleByteCharacters(upperHalf(Charset.forName(charset)));
  }

  static SingleByteCharacters latin6() {
    return iso8859(LATIN6);
  }

  static SingleByteCharacters latin8() {
    return iso8859(LATIN8);
  }

  private static SingleByteCharacters iso8859(String graphic) {
    String controls = upperHalf(StandardCharsets.ISO_8859_1).substring(0, COUNT - graphic.length());
    return new SingleByteCharacters(controls + graphic);
  }

  private static String upperHalf(Charset charset) {
    byte[] bytes = new byte[COUNT];
    for (int i = 0; i < COUNT; i++) {
      bytes[i] = (byte) (FIRST + i);
    }
    return new String(bytes, charset);
  }

  @Override
  public int length(byte[] source, int at, int end) {
    return 1;
  }

  @Override
  public byte[] utf8(byte[] source, int at, int length) {
    return table[source[at] & 0x7F];
  }
}
