package dev.walrelay.transaction;

import dev.walrelay.pgoutput.Wire;
import java.nio.charset.StandardCharsets;

/** Messages of a server with tables of one text column; an {@code xid} of 0: not in a block. */
final class Messages {

  private Messages() {}

  static Wire begin(int xid, long commitLsn) {
    return Wire.message('B').int64(commitLsn).int64(0).int32(xid);
  }

  static Wire commit(long commitLsn) {
    return Wire.message('C').int8(0).int64(commitLsn).int64(commitLsn + 1).int64(0);
  }

  static Wire origin(String name) {
    return Wire.message('O').int64(0).string(name);
  }

  static Wire relation(int xid, int oid, String name) {
    return inBlock(xid, 'R')
        .int32(oid)
        .string("public")
        .string(name)
        .int8('d')
        .int16(1)
        .int8(1)
        .string("c")
        .int32(25)
        .int32(-1);
  }

  /** A table of a key and another column, with that replica identity. */
  static Wire relation(int xid, int oid, String name, char identity) {
    Wire wire = inBlock(xid, 'R').int32(oid).string("public").string(name).int8(identity).int16(2);
    wire.int8(1).string("id").int32(25).int32(-1);
    return wire.int8(identity == 'f' ? 1 : 0).string("c").int32(25).int32(-1);
  }

  /** The delete of a row of such a table, of which the server sent no more than the key. */
  static Wire delete(int xid, int oid, char kind, String key) {
    return inBlock(xid, 'D')
        .int32(oid)
        .int8(kind)
        .int16(2)
        .int8('t')
        .int32(key.length())
        .bytes(key.getBytes(StandardCharsets.US_ASCII))
        .int8('n');
  }

  static Wire insert(int xid, int oid, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    Wire wire = Wire.message('I', bytes.length + 64);
    if (xid != 0) {
      wire.int32(xid);
    }
    return wire.int32(oid).int8('N').int16(1).int8('t').int32(bytes.length).bytes(bytes);
  }

  static Wire truncate(int xid, int... oids) {
    Wire wire = inBlock(xid, 'T').int32(oids.length).int8(0);
    for (int oid : oids) {
      wire.int32(oid);
    }
    return wire;
  }

  static Wire emit(int xid, boolean transactional, String prefix) {
    return inBlock(xid, 'M').int8(transactional ? 1 : 0).int64(77).string(prefix).int32(0);
  }

  static Wire streamStart(int xid, boolean first) {
    return Wire.message('S').int32(xid).int8(first ? 1 : 0);
  }

  static Wire streamStop() {
    return Wire.message('E');
  }

  static Wire streamAbort(int xid, int subxid) {
    return Wire.message('A').int32(xid).int32(subxid);
  }

  static Wire streamCommit(int xid, long commitLsn) {
    return Wire.message('c').int32(xid).int8(0).int64(commitLsn).int64(commitLsn + 1).int64(0);
  }

  static Wire beginPrepare(int xid, String gid) {
    return preparing('b', xid, gid);
  }

  static Wire prepare(int xid, String gid) {
    return preparing('P', xid, gid);
  }

  static Wire streamPrepare(int xid, String gid) {
    return preparing('p', xid, gid);
  }

  private static Wire preparing(char tag, int xid, String gid) {
    Wire wire = Wire.message(tag);
    if (tag != 'b') {
      wire.int8(0);
    }
    return wire.int64(50).int64(51).int64(0).int32(xid).string(gid);
  }

  static Wire commitPrepared(int xid, String gid, long commitLsn) {
    return Wire.message('K')
        .int8(0)
        .int64(commitLsn)
        .int64(commitLsn + 1)
        .int64(0)
        .int32(xid)
        .string(gid);
  }

  static Wire rollbackPrepared(int xid, String gid) {
    return Wire.message('r').int8(0).int64(51).int64(60).int64(0).int64(0).int32(xid).string(gid);
  }

  private static Wire inBlock(int xid, char tag) {
    Wire wire = Wire.message(tag);
    return xid == 0 ? wire : wire.int32(xid);
  }
}
