package dev.walrelay.transaction;

import dev.walrelay.wal.Lsn;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a {@link Spool}, first those in its file, then those in memory, each where
 * it is: a message is valid until the next is read.
 */
final class SpoolReader {

  private static final int BUFFER_BYTES = 256 * 1024;

  private final @Nullable FileChannel file;
  private final long end;
  private final Queue<ByteBuffer> segments;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private long position;
  private int offset;
  private int length;
  private long lsn;

  /**
   * @param end of the messages in the file
   * @param segments filled from 0 to their positions; taken from as they are read
   */
  SpoolReader(@Nullable FileChannel file, long end, Queue<ByteBuffer> segments) {
    this.file = file;
    this.end = end;
    this.segments = segments;
  }

  /** Goes to the next message; false if there is none. */
  boolean next() throws IOException {
    if (!buffer.hasRemaining() && position == end) {
      ByteBuffer segment = segments.poll();
      if (segment == null) {
        return false;
      }
      buffer = segment.flip();
    }
    require(Spool.HEADER_BYTES);
    length = buffer.getInt();
    lsn = buffer.getLong();
    require(length);
    offset = buffer.position();
    buffer.position(offset + length);
    return true;
  }

  private void require(int bytes) throws IOException {
    if (buffer.remaining() >= bytes) {
      return;
    }
    if (file == null || end - position < bytes - buffer.remaining()) {
      throw new EOFException("a file of an unfinished transaction ends too early");
    }
    if (bytes > buffer.capacity()) {
      buffer = ByteBuffer.allocate(Math.max(bytes, BUFFER_BYTES)).put(buffer);
    } else {
      buffer.compact();
    }
    buffer.limit((int) Math.min(buffer.capacity(), buffer.position() + end - position));
    while (buffer.position() < bytes) {
      int read = file.read(buffer, position);
      if (read < 0) {
        throw new EOFException("a file of an unfinished transaction was cut");
      }
      position += read;
    }
    buffer.flip();
  }

  byte[] array() {
    return buffer.array();
  }

  int offset() {
    return offset;
  }

  int length() {
    return length;
  }

  Lsn lsn() {
    return new Lsn(lsn);
  }
}
