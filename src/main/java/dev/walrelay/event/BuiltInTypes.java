package dev.walrelay.event;

import dev.walrelay.event.JsonSettings.NumberForm;

/** The writer of each built-in type, by the oid that {@code pg_type.dat} gives it for good. */
final class BuiltInTypes {

  private BuiltInTypes() {}

  /** The writer for a type; any that is not listed is a string as the server prints it. */
  static ValueWriter writer(int typeOid, JsonSettings settings) {
    return switch (typeOid) {
      case 16 -> ScalarWriters::bool;
      case 20 ->
          settings.int8() == NumberForm.NUMBER ? ScalarWriters::digits : ScalarWriters::quoted;
      case 21, 23, 26 -> ScalarWriters::digits;
      case 700, 701 -> ScalarWriters::number;
      case 1700 ->
          settings.numeric() == NumberForm.NUMBER ? ScalarWriters::number : ScalarWriters::quoted;
      case 114, 3802 -> ScalarWriters::json;
      case 17 -> ScalarWriters::bytea;
      case 1082, 1083, 1114 -> TemporalWriters::local;
      case 1184 -> TemporalWriters::utc;
      case 1266 -> TemporalWriters::timeWithOffset;
      case 1186, 2950 -> ScalarWriters::quoted;
      default -> JsonText::writeString;
    };
  }
}
