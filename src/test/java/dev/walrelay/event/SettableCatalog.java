package dev.walrelay.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A catalog that a test alters, takes away and counts the questions of. */
public final class SettableCatalog implements Catalog {

  private final Map<Integer, List<String>> primaryKeys = new HashMap<>();
  private final Map<Integer, PgType> types = new HashMap<>();
  private boolean away;
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
    return away ? Optional.empty() : Optional.of(answer);
  }
}
