package dev.walrelay.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The writers of all types that one encoder has met. Those that are not built in ask the catalog
 * when their first value comes, so that making them can neither wait nor go in circles.
 */
final class TypeWriters {

  private final JsonSettings settings;
  private final Catalog catalog;
  private final Members members = new Members();
  private final Map<Integer, ValueWriter> byOid = new HashMap<>();
  private int version;

  TypeWriters(JsonSettings settings, Catalog catalog) {
    this.settings = settings;
    this.catalog = catalog;
  }

  /** The writer of a type, which stays the same one. */
  ValueWriter writer(int oid) {
    ValueWriter known = byOid.get(oid);
    if (known == null) {
      known = make(oid);
      byOid.put(oid, known);
    }
    return known;
  }

  private ValueWriter make(int oid) {
    ValueWriter scalar = BuiltInTypes.scalar(oid, settings);
    if (scalar != null) {
      return scalar;
    }
    Optional<PgType> builtIn = BuiltInTypes.type(oid);
    return builtIn.isPresent() ? compose(builtIn.get()) : new CatalogType(oid, this);
  }

  /** A writer for what a type is made up of. */
  ValueWriter compose(PgType type) {
    return switch (type) {
      case PgType.Text _ -> ScalarWriters::text;
      case PgType.Hstore _ -> new HstoreWriter(members);
      case PgType.Domain(int baseOid) -> writer(baseOid);
      case PgType.Array(int elementOid, char delimiter) ->
          new ArrayWriter(writer(elementOid), delimiter, members);
      case PgType.Range(int subtypeOid) -> range(subtypeOid);
      case PgType.Multirange(int subtypeOid) -> new MultirangeWriter(range(subtypeOid));
      case PgType.Composite(List<PgType.Attribute> attributes) ->
          new CompositeWriter(
              attributes.stream().map(PgType.Attribute::name).toList(),
              attributes.stream().map(attribute -> writer(attribute.typeOid())).toList(),
              members);
    };
  }

  private RangeWriter range(int subtypeOid) {
    return new RangeWriter(writer(subtypeOid), members);
  }

  Optional<PgType> lookUp(int oid) {
    return catalog.type(oid);
  }

  /** Has all types looked up anew: something was altered. */
  void refresh() {
    version++;
  }

  /** Counts the refreshes. */
  int version() {
    return version;
  }
}
