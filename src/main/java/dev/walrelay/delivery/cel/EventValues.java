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
 * One event's members for one evaluation. A member is read when the expression first asks for it,
 * and of an object no more than what the expression uses, so that nothing else in the event has a
 * say in the result. A member that the event lacks is null, an object among them is empty, so that
 * {@code has(before.x)} can be asked of every event.
 */
final class EventValues implements CelVariableResolver {

  private static final Map<String, byte[]> NAMES = new HashMap<>();

  static {
    EventVariables.TYPES
        .keySet()
        .forEach(name -> NAMES.put(name, name.getBytes(StandardCharsets.US_ASCII)));
  }

  private final byte[] bytes;
  private final UsedMembers used;
  private final EventMembers members;
  private final CostMeter cost;
  private final Map<String, Member> parsed = new HashMap<>(4);

  /** A member, and how many bytes of it were read. */
  private record Member(Object value, int length) {}

  EventValues(UsedMembers used, byte[] bytes, int start, int end, CostMeter cost) {
    this.used = used;
    this.bytes = bytes;
    this.cost = cost;
    this.members = new EventMembers(bytes, start, end);
  }

  @Override
  public Optional<Object> find(String name) {
    byte[] member = NAMES.get(name);
    if (member == null) {
      return Optional.empty();
    }
    Member known = parsed.get(name);
    if (known == null) {
      known = member(name, member);
      parsed.put(name, known);
    }
    // Each time, since whatever is done with it may go through all of it.
    cost.read(known.length());
    return Optional.of(known.value());
  }

  private Member member(String name, byte[] member) {
    if (members.find(member)) {
      JsonReader reader = new JsonReader(bytes, members.valueStart(), members.valueEnd());
      Object value = reader.value(used.ofEvent(name));
      return new Member(value, reader.length());
    }
    CelType type = EventVariables.TYPES.get(name);
    if (type instanceof MapType) {
      return new Member(Map.of(), 0);
    }
    return new Member(type instanceof ListType ? List.of() : NullValue.NULL_VALUE, 0);
  }
}
