package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Column;
import dev.walrelay.pgoutput.Relation;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Writes a description of a relation as the server would (manual: Logical Replication Message
 * Formats): for a prepared transaction, which must be readable on a connection on which the server
 * has not said again what it said on this one.
 */
final class RelationBytes {

  private RelationBytes() {}

  static ByteBuffer of(Relation relation) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte('R');
      out.writeInt(relation.oid());
      string(relation.namespace(), out);
      string(relation.name(), out);
      out.writeByte(
          switch (relation.replicaIdentity()) {
            case DEFAULT -> 'd';
            case NOTHING -> 'n';
            case FULL -> 'f';
            case INDEX -> 'i';
          });
      out.writeShort(relation.columns().size());
      for (Column column : relation.columns()) {
        out.writeByte(column.key() ? 1 : 0);
        string(column.name(), out);
        out.writeInt(column.typeOid());
        out.writeInt(column.typeModifier());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  private static void string(String text, DataOutputStream out) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.writeByte(0);
  }
}
