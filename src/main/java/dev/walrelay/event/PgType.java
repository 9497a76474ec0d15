package dev.walrelay.event;

import java.util.List;

/** What the catalog says about how a type is made up of others (manual: pg_type). */
public sealed interface PgType {

  /** Nothing that matters here: base types, enums, and types that the catalog does not know. */
  record Text() implements PgType {}

  /** The hstore of the extension of that name. */
  record Hstore() implements PgType {}

  /**
   * A domain.
   *
   * @param baseOid the type under it, which can be a domain again
   */
  record Domain(int baseOid) implements PgType {}

  /**
   * An array.
   *
   * @param elementOid the type of its elements
   * @param delimiter what stands between them: a comma for all but a few types
   */
  record Array(int elementOid, char delimiter) implements PgType {}

  /**
   * A range.
   *
   * @param subtypeOid the type of its bounds
   */
  record Range(int subtypeOid) implements PgType {}

  /**
   * A multirange.
   *
   * @param subtypeOid the type of its ranges' bounds
   */
  record Multirange(int subtypeOid) implements PgType {}

  /**
   * A row type.
   *
   * @param attributes in their order, without those that were dropped
   */
  record Composite(List<Attribute> attributes) implements PgType {

    /** Takes a copy of the attributes. */
    public Composite {
      attributes = List.copyOf(attributes);
    }
  }

  /** An attribute of a row type. */
  record Attribute(String name, int typeOid) {}
}
