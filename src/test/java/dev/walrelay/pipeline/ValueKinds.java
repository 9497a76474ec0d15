package dev.walrelay.pipeline;

import static dev.walrelay.pipeline.RandomTexts.coordinate;
import static dev.walrelay.pipeline.RandomTexts.digits;
import static dev.walrelay.pipeline.RandomTexts.hex;
import static dev.walrelay.pipeline.RandomTexts.oneOf;
import static dev.walrelay.pipeline.RandomTexts.point;
import static dev.walrelay.pipeline.RandomTexts.word;

import dev.walrelay.pipeline.Generated.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every type that there is, as far as tables can hold it, and some that are made of others. */
final class ValueKinds {

  /** What has to be there before. */
  static final String[] DEFINITIONS = {
    "CREATE EXTENSION hstore",
    "CREATE EXTENSION citext",
    "CREATE EXTENSION ltree",
    """
    CREATE FUNCTION iso_year(y int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN y > 9999 THEN '+' || y WHEN y > 0 THEN lpad(y::text, 4, '0')
                  WHEN y = -1 THEN '0000' ELSE '-' || lpad((-y - 1)::text, 4, '0') END $$
    """,
    """
    CREATE FUNCTION iso(v date) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT to_jsonb(CASE WHEN isfinite(v)
        THEN iso_year(extract(year FROM v)::int)
          || to_char(make_date(2000, extract(month FROM v)::int, extract(day FROM v)::int), '-MM-DD')
        ELSE v::text END) $$
    """,
    """
    CREATE FUNCTION iso(v timestamp, zone text) RETURNS jsonb LANGUAGE sql STABLE AS $$
      SELECT to_jsonb(CASE WHEN isfinite(v)
        THEN iso_year(extract(year FROM v)::int) || to_char(v, '-MM-DD"T"HH24:MI:SS')
          || rtrim(rtrim(to_char(v, '.US'), '0'), '.') || zone ELSE v::text END) $$
    """,
    "CREATE TYPE mood AS ENUM ('sad', 'so so', 'NULL', '\"', '{,}', '')",
    "CREATE TYPE pair AS (n int, \"Wörd \"\"x\"\"\" text)",
    "CREATE TYPE nested AS (id bigint, pair pair, pairs pair[], at timestamptz, price numeric)",
    "CREATE DOMAIN small AS int CHECK (VALUE <> 0)",
    "CREATE DOMAIN smaller AS small",
    "CREATE DOMAIN words AS text[]",
    "CREATE DOMAIN paired AS pair",
    "CREATE TYPE textrange AS RANGE (subtype = text, multirange_type_name = textmultirange)",
    "CREATE TYPE moodrange AS RANGE (subtype = mood)",
  };

  private static final List<String> BOUNDED =
      List.of("{}", "[2:3]={1,2}", "[-1:0][5:5]={{1},{NULL}}", "{{{1}},{{2}}}", "[0:0]={NULL}");

  private static final String AS_JSON = "to_jsonb($v)";

  static final ValueKind INT =
      ValueKind.of("int4", random -> String.valueOf(random.nextInt()), AS_JSON);
  static final ValueKind BIGINT =
      ValueKind.of("int8", random -> String.valueOf(random.nextLong()), AS_JSON);
  static final ValueKind NUMERIC = ValueKind.printed("numeric", RandomTexts::decimal);
  static final ValueKind TEXT = ValueKind.printed("text", RandomTexts::anything);
  static final ValueKind DATE = ValueKind.of("date", RandomTexts::date, "iso($v)");
  static final ValueKind TIMESTAMP =
      ValueKind.of("timestamp", RandomTexts::timestamp, "iso($v, '')");
  static final ValueKind TIMESTAMPTZ =
      ValueKind.of("timestamptz", RandomTexts::timestamp, "iso($v AT TIME ZONE 'UTC', 'Z')");
  static final ValueKind MOOD =
      ValueKind.printed("mood", r -> oneOf(r, "sad", "so so", "NULL", "\"", "{,}", ""));
  static final ValueKind HSTORE =
      new ValueKind("hstore", Generated.text("hstore", ValueKinds::hstore), "hstore_to_jsonb($v)");
  static final ValueKind PAIR =
      new ValueKind("pair", Generated.row("pair", List.of(INT.values(), TEXT.values())), AS_JSON);

  private ValueKinds() {}

  private static String hstore(Random random) {
    List<String> pairs = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      String value = random.nextInt(4) == 0 ? "NULL" : quoted(RandomTexts.anything(random));
      pairs.add(quoted(RandomTexts.anything(random) + n) + "=>" + value);
    }
    return String.join(",", pairs);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Those that are not made of others. */
  static List<ValueKind> scalars() {
    return List.of(
        ValueKind.of("bool", r -> oneOf(r, "t", "f"), AS_JSON),
        ValueKind.of("int2", r -> String.valueOf((short) r.nextInt()), AS_JSON),
        INT,
        BIGINT,
        ValueKind.of("oid", r -> Integer.toUnsignedString(r.nextInt()), "to_jsonb($v::int8)"),
        ValueKind.of("float4", RandomTexts::real, AS_JSON),
        ValueKind.of("float8", RandomTexts::doublePrecision, AS_JSON),
        NUMERIC,
        ValueKind.printed("numeric(30,5)", r -> digits(r, 20) + "." + digits(r, 9)),
        TEXT,
        ValueKind.printed("varchar(40)", r -> RandomTexts.atMost(40, r)),
        ValueKind.printed("char(8)", r -> RandomTexts.atMost(8, r)),
        ValueKind.printed("\"char\"", r -> oneOf(r, "a", "\"", "\\", " ", ",", "}", "\\377", "")),
        ValueKind.printed("name", r -> RandomTexts.atMost(15, r)),
        ValueKind.of(
            "bytea",
            r -> "\\x" + hex(r, r.nextInt(200)),
            "to_jsonb(replace(encode($v, 'base64'), E'\\n', ''))"),
        DATE,
        ValueKind.printed("time", RandomTexts::time),
        ValueKind.of(
            "timetz",
            r -> RandomTexts.time(r) + RandomTexts.zone(r),
            "to_jsonb(regexp_replace(format('%s', $v), '([+-]\\d\\d)$', '\\1:00'))"),
        TIMESTAMP,
        TIMESTAMPTZ,
        ValueKind.printed("interval", RandomTexts::interval),
        ValueKind.printed("uuid", r -> hex(r, 16)),
        ValueKind.of("json", RandomTexts::json, "$v::jsonb"),
        ValueKind.of("jsonb", RandomTexts::json, "$v"),
        ValueKind.printed("xml", r -> oneOf(r, "<a b=\"c\">\n</a>", "<é/>", "text &amp; more")),
        ValueKind.printed("inet", r -> oneOf(r, "10.1.2.3", "10.0.0.0/8", "::1", "2001:db8::/32")),
        ValueKind.printed("cidr", r -> oneOf(r, "10.0.0.0/8", "2001:db8::/32")),
        ValueKind.printed("macaddr", r -> hex(r, 6)),
        ValueKind.printed("macaddr8", r -> hex(r, 8)),
        ValueKind.printed("bit(5)", r -> oneOf(r, "00000", "10101", "11111")),
        ValueKind.printed("varbit", r -> oneOf(r, "", "1", "0101010101010101010101")),
        ValueKind.printed("money", r -> oneOf(r, "", "-") + digits(r, 9) + ".50"),
        ValueKind.printed("tsvector", r -> word(r) + ":1A,2 '" + word(r) + " ''\\\\':3"),
        ValueKind.printed("tsquery", r -> word(r) + " & !'" + word(r) + " ''x' | b:*"),
        ValueKind.printed("point", RandomTexts::point),
        ValueKind.printed("line", r -> "{1," + coordinate(r) + ",3}"),
        ValueKind.printed("lseg", r -> "[" + point(r) + "," + point(r) + "]"),
        ValueKind.printed("box", r -> point(r) + "," + point(r)),
        ValueKind.printed(
            "path", r -> oneOf(r, "[%s,%s]", "(%s,%s)").formatted(point(r), point(r))),
        ValueKind.printed("polygon", r -> "(" + point(r) + "," + point(r) + ")"),
        ValueKind.printed("circle", r -> "<" + point(r) + ",1.5>"),
        ValueKind.printed("pg_lsn", r -> oneOf(r, "0/0", "16/B374D848", "FFFFFFFF/FFFFFFFF")),
        ValueKind.printed("int2vector", r -> oneOf(r, "", "1", "1 -2 3")),
        ValueKind.printed("oidvector", r -> oneOf(r, "", "1", "1 2 4294967295")),
        ValueKind.printed("xid", r -> Integer.toUnsignedString(r.nextInt())),
        ValueKind.printed("xid8", r -> Long.toUnsignedString(r.nextLong())),
        ValueKind.printed("tid", r -> oneOf(r, "(0,1)", "(4294967295,65535)")),
        ValueKind.printed("jsonpath", r -> oneOf(r, "$.a[*] ? (@ > 1)", "strict $.\"a\\\"b\"")),
        ValueKind.printed("regclass", r -> oneOf(r, "pg_class", "pg_type")),
        ValueKind.printed("citext", RandomTexts::anything),
        ValueKind.printed("ltree", r -> oneOf(r, "", "Top", "Top.Science.Astronomy")),
        MOOD,
        HSTORE);
  }

  /** Those that are made of others. */
  static List<ValueKind> composed() {
    List<ValueKind> kinds = new ArrayList<>();
    scalars().forEach(kind -> kinds.add(kind.array()));
    kinds.add(matrix("int4", INT));
    kinds.add(matrix("text", TEXT));
    kinds.add(ValueKind.of("int8[]", random -> oneOf(random, BOUNDED), AS_JSON));
    kinds.addAll(rangesAndMultiranges());
    kinds.add(PAIR);
    kinds.add(PAIR.array());
    kinds.add(nested());
    kinds.add(nested().array());
    kinds.add(INT.domain("small"));
    kinds.add(INT.domain("small").array());
    kinds.add(INT.domain("smaller"));
    kinds.add(TEXT.array().domain("words"));
    kinds.add(TEXT.array().domain("words").array());
    kinds.add(PAIR.domain("paired"));
    return kinds;
  }

  private static ValueKind matrix(String type, ValueKind elements) {
    Generator row = random -> Generated.all("ARRAY[", three(elements.values(), random), "]");
    return new ValueKind(
        type + "[][]",
        random ->
            random.nextInt(2) == 0
                ? Generated.all("ARRAY[", three(row, random), "]")
                : Generated.all(
                    "array_fill(",
                    three(elements.values(), random).subList(0, 1),
                    ", '{2,1,3}', '{-1,0,7}')"),
        AS_JSON);
  }

  private static List<Generated> three(Generator generator, Random random) {
    return List.of(generator.next(random), generator.next(random), generator.next(random));
  }

  private static ValueKind nested() {
    return new ValueKind(
        "nested",
        Generated.row(
            "nested",
            List.of(
                BIGINT.values(),
                PAIR.values(),
                PAIR.array().values(),
                TIMESTAMPTZ.values(),
                NUMERIC.values())),
        "jsonb_build_object('id', ($v).id, 'pair', ($v).pair, 'pairs', ($v).pairs, 'at', "
            + TIMESTAMPTZ.expectedOf("($v).at")
            + ", 'price', "
            + NUMERIC.expectedOf("($v).price")
            + ")");
  }

  private static List<ValueKind> rangesAndMultiranges() {
    List<ValueKind> kinds = new ArrayList<>();
    add(kinds, "int4", INT, "-5", "-1", "7", "100");
    add(kinds, "int8", BIGINT, "-9000000000", "0", "7", "9000000000");
    add(kinds, "num", NUMERIC, "-Infinity", "1.50", "7.00", "1e40");
    add(kinds, "date", DATE, "-infinity", "0044-03-15 BC", "2026-11-30", "10000-01-01");
    add(kinds, "ts", TIMESTAMP, "-infinity", "0044-03-15 BC", "2026-11-30 05:52:18.5", "infinity");
    add(kinds, "tstz", TIMESTAMPTZ, "-infinity", "0044-03-15 BC", "2026-11-30", "10000-01-01");
    add(kinds, "text", TEXT, "", "\" ,", "}]) \\", "é");
    add(kinds, "mood", MOOD, "sad", "so so", "\"", "{,}");
    return kinds;
  }

  /** Ranges of one of the first two and one of the last two bounds. */
  private static void add(List<ValueKind> kinds, String prefix, ValueKind bounds, String... texts) {
    ValueKind range =
        ValueKind.range(
            prefix + "range",
            Generated.text(bounds.type(), random -> oneOf(random, texts[0], texts[1])),
            Generated.text(bounds.type(), random -> oneOf(random, texts[2], texts[3])),
            bounds);
    kinds.add(range);
    kinds.add(range.array());
    kinds.add(range.multirange(prefix + "multirange"));
    kinds.add(range.multirange(prefix + "multirange").array());
  }
}
