package dev.walrelay.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A catalog that a test alters, takes away and counts the questions of. */
public final class SettableCatalog implements Catalog {

  private final Map<Integer, List<String>> primaryKeys = new HashMap<>();
  private final Map<Integer, PgType> types = new HashMap<>();
  private boolean away;
  private @Nullable Error failure;
  private int questions;

  /** Gives a table that primary key; any other has none. */
  public SettableCatalog primaryKey(int relationOid, String... columns) {
    primaryKeys.put(relationOid, List.of(columns));
    return this;
  }

  /** Describes a type; any other is not known. */
  public SettableCatalog type(int oid, PgType type) {
    types.put(oid, type);
    return this;
  }

  /** Whether it gives no answer. */
  public void away(boolean isAway) {
    away = isAway;
  }

  /** The next question ends in that. */
  public SettableCatalog failing(Error once) {
    failure = once;
    return this;
  }

  /** How often it was asked. */
  public int questions() {
    return questions;
  }

  @Override
  public Optional<List<String>> primaryKey(int relationOid) {
    return answer(primaryKeys.getOrDefault(relationOid, List.of()));
  }

  @Override
  public Optional<PgType> type(int oid) {
    return answer(types.getOrDefault(oid, new PgType.Text()));
  }

  private <T> Optional<T> answer(T answer) {
    questions++;
    Error thrown = failure;
    if (thrown != null) {
      failure = null;
      throw thrown;
    }
    return away ? Optional.empty() : Optional.of(answer);
  }
}
