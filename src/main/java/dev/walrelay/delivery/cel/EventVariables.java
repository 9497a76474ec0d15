package dev.walrelay.delivery.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.SimpleType;
import java.util.Map;

/** The members of an event as variables of an expression, with their types. */
final class EventVariables {

  private static final CelType TEXT = NullableType.create(SimpleType.STRING);
  private static final CelType ROW = MapType.create(SimpleType.STRING, SimpleType.DYN);
  private static final CelType NAMES = ListType.create(SimpleType.STRING);

  static final Map<String, CelType> TYPES =
      Map.ofEntries(
          Map.entry("id", SimpleType.STRING),
          Map.entry("op", SimpleType.STRING),
          Map.entry("schema", TEXT),
          Map.entry("table", TEXT),
          Map.entry("prefix", TEXT),
          Map.entry("transactional", NullableType.create(SimpleType.BOOL)),
          Map.entry("content", SimpleType.DYN),
          Map.entry("content_encoding", TEXT),
          Map.entry("lsn", SimpleType.STRING),
          Map.entry("commit_lsn", TEXT),
          Map.entry("commit_time", TEXT),
          Map.entry("xid", NullableType.create(SimpleType.INT)),
          Map.entry("origin", TEXT),
          Map.entry("key", ROW),
          Map.entry("old_key", ROW),
          Map.entry("before", ROW),
          Map.entry("after", ROW),
          Map.entry("unchanged", NAMES),
          Map.entry("changed", NAMES),
          Map.entry("options", NAMES));

  private EventVariables() {}
}
