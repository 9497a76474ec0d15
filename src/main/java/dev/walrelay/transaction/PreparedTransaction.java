package dev.walrelay.transaction;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A prepared transaction in its file: the messages as in a {@link Spool}, behind them what else is
 * known of it, and at the very end where that begins.
 */
final class PreparedTransaction implements KeptTransaction {

  private final FileChannel file;
  private final long contentBytes;
  private final String gid;
  private final @Nullable String origin;
  private final XidSet aborted = new XidSet();

  private PreparedTransaction(FileChannel file) throws IOException {
    this.file = file;
    long end = file.size() - Long.BYTES;
    contentBytes = ByteBuffer.wrap(read(file, end, Long.BYTES)).getLong();
    byte[] trailer = read(file, contentBytes, (int) (end - contentBytes));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(trailer));
    gid = in.readUTF();
    origin = in.readBoolean() ? in.readUTF() : null;
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      aborted.add(in.readInt());
    }
  }

  static PreparedTransaction open(Path path) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new PreparedTransaction(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** What goes behind the messages of a transaction that was prepared under that name. */
  static ByteBuffer trailer(UnfinishedTransaction transaction, String gid, long contentBytes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(gid);
      out.writeBoolean(transaction.origin() != null);
      if (transaction.origin() != null) {
        out.writeUTF(transaction.origin());
      }
      out.writeInt(transaction.aborted().size());
      for (int xid : transaction.aborted().stream().toArray()) {
        out.writeInt(xid);
      }
      out.writeLong(contentBytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  private static byte[] read(FileChannel file, long position, int length) throws IOException {
    if (position < 0 || length < 0) {
      throw cut();
    }
    byte[] bytes = new byte[length];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, position + buffer.position()) < 0) {
        throw cut();
      }
    }
    return bytes;
  }

  private static EOFException cut() {
    return new EOFException("a prepared transaction's file was cut");
  }

  /** The name given to {@code PREPARE TRANSACTION}. */
  String gid() {
    return gid;
  }

  @Override
  public @Nullable String origin() {
    return origin;
  }

  @Override
  public XidSet aborted() {
    return aborted;
  }

  @Override
  public SpoolReader reader() {
    return new SpoolReader(file, contentBytes, new ArrayDeque<>());
  }

  /** Leaves the file where it is. */
  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
