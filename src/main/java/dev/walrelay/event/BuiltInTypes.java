package dev.walrelay.event;

import dev.walrelay.event.JsonSettings.NumberForm;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The built-in types, by the oids that {@code pg_type.dat} gives them for good. */
final class BuiltInTypes {

  private static final int BOX_ARRAY = 1020;

  /** Each array type and its element type. */
  private static final String ARRAYS =
      """
      143:142 199:114 271:5069 629:628 651:650 719:718 775:774 791:790 1000:16 1001:17 1002:18 \
      1003:19 1005:21 1006:22 1007:23 1008:24 1009:25 1010:27 1011:28 1012:29 1013:30 1014:1042 \
      1015:1043 1016:20 1017:600 1018:601 1019:602 1020:603 1021:700 1022:701 1027:604 1028:26 \
      1034:1033 1040:829 1041:869 1115:1114 1182:1082 1183:1083 1185:1184 1187:1186 1231:1700 \
      1270:1266 1561:1560 1563:1562 2201:1790 2207:2202 2208:2203 2209:2204 2210:2205 2211:2206 \
      2949:2970 2951:2950 3221:3220 3643:3614 3644:3642 3645:3615 3735:3734 3770:3769 3807:3802 \
      3905:3904 3907:3906 3909:3908 3911:3910 3913:3912 3927:3926 4073:4072 4090:4089 4097:4096 \
      4192:4191 5039:5038 6150:4451 6151:4532 6152:4533 6153:4534 6155:4535 6157:4536""";

  private static final Map<Integer, PgType> TYPES = types();

  private BuiltInTypes() {}

  private static Map<Integer, PgType> types() {
    Map<Integer, PgType> types = new HashMap<>();
    for (String pair : ARRAYS.split(" ", -1)) {
      int colon = pair.indexOf(':');
      int array = Integer.parseInt(pair, 0, colon, 10);
      int element = Integer.parseInt(pair, colon + 1, pair.length(), 10);
      types.put(element, new PgType.Text());
      types.put(array, new PgType.Array(element, array == BOX_ARRAY ? ';' : ','));
    }
    putRange(3904, 4451, 23, types);
    putRange(3906, 4532, 1700, types);
    putRange(3908, 4533, 1114, types);
    putRange(3910, 4534, 1184, types);
    putRange(3912, 4535, 1082, types);
    putRange(3926, 4536, 20, types);
    return types;
  }

  private static void putRange(int range, int multirange, int subtype, Map<Integer, PgType> types) {
    types.put(range, new PgType.Range(subtype));
    types.put(multirange, new PgType.Multirange(subtype));
  }

  /** What a built-in type is made up of; empty for any other. */
  static Optional<PgType> type(int oid) {
    return Optional.ofNullable(TYPES.get(oid));
  }

  /** The writer of a built-in type whose JSON is not simply its text as a string, else null. */
  static @Nullable ValueWriter scalar(int oid, JsonSettings settings) {
    return switch (oid) {
      case 16 -> ScalarWriters::bool;
      case 17 -> Base64Text::bytea;
      case 20 -> numberOrText(settings.int8());
      case 21, 23, 26, 700, 701 -> ScalarWriters::number;
      case 1700 -> numberOrText(settings.numeric());
      case 114, 3802 -> ScalarWriters::json;
      case 1082, 1083, 1114 -> TemporalWriters::local;
      case 1184 -> TemporalWriters::utc;
      case 1266 -> TemporalWriters::timeWithOffset;
      default -> null;
    };
  }

  private static ValueWriter numberOrText(NumberForm form) {
    return form == NumberForm.NUMBER ? ScalarWriters::number : ScalarWriters::text;
  }
}
