package dev.walrelay.event;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values of a type that the catalog describes. It is asked at the first value, when relations were
 * altered since, and when a value does not fit what is known: altering a type does not make the
 * server describe relations again. While the catalog does not answer, the text is written.
 */
final class CatalogType implements ValueWriter {

  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  /** Row types can't hold themselves, but the catalog is read at several moments. */
  private static final int DEEPEST = 64;

  private final int oid;
  private final TypeWriters types;
  private @Nullable PgType type;
  private ValueWriter writer = ScalarWriters::text;
  private int version;
  private long lookAgainAt;
  private int depth;

  CatalogType(int oid, TypeWriters types) {
    this.oid = oid;
    this.types = types;
    this.lookAgainAt = System.nanoTime();
  }

  @Override
  public boolean write(byte[] source, int offset, int length, JsonBuffer out) {
    if (depth == DEEPEST) {
      return false;
    }
    depth++;
    try {
      return writeAsKnown(source, offset, length, out);
    } finally {
      depth--;
    }
  }

  private boolean writeAsKnown(byte[] source, int offset, int length, JsonBuffer out) {
    if (type == null || version != types.version()) {
      lookUp();
    }
    int start = out.size();
    if (writer.write(source, offset, length, out)) {
      return true;
    }
    out.truncate(start);
    return hasChanged() && writer.write(source, offset, length, out);
  }

  /** Looks again, but not for each value if that is of no help: the catalog may just be ahead. */
  private boolean hasChanged() {
    if (System.nanoTime() - lookAgainAt < 0) {
      return false;
    }
    boolean changed = lookUp();
    if (!changed) {
      lookAgainAt = System.nanoTime() + PAUSE_NANOS;
    }
    return changed;
  }

  private boolean lookUp() {
    Optional<PgType> found = types.lookUp(oid);
    if (found.isEmpty()) {
      return false;
    }
    version = types.version();
    if (found.get().equals(type)) {
      return false;
    }
    type = found.get();
    writer = types.compose(found.get());
    return true;
  }
}
