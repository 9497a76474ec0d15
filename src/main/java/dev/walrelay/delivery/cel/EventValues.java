package dev.walrelay.delivery.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelVariableResolver;
import dev.walrelay.event.EventMembers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One event's members for one evaluation; a member is parsed when the expression first asks for it.
 * A member that the event lacks is null, an object among them is empty, so that {@code
 * has(before.x)} can be asked of every event.
 */
final class EventValues implements CelVariableResolver {

  private static final Map<String, byte[]> NAMES = new HashMap<>();

  static {
    EventVariables.TYPES
        .keySet()
        .forEach(name -> NAMES.put(name, name.getBytes(StandardCharsets.US_ASCII)));
  }

  private final byte[] bytes;
  private final EventMembers members;
  private final Map<String, Object> parsed = new HashMap<>(4);

  EventValues(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.members = new EventMembers(bytes, start, end);
  }

  @Override
  public Optional<Object> find(String name) {
    byte[] member = NAMES.get(name);
    return member == null
        ? Optional.empty()
        : Optional.of(parsed.computeIfAbsent(name, it -> value(it, member)));
  }

  private Object value(String name, byte[] member) {
    if (members.find(member)) {
      return JsonValues.parse(bytes, members.valueStart(), members.valueEnd());
    }
    CelType type = EventVariables.TYPES.get(name);
    if (type instanceof MapType) {
      return Map.of();
    }
    return type instanceof ListType ? List.of() : NullValue.NULL_VALUE;
  }
}
