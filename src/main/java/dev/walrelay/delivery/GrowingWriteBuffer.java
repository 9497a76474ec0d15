package dev.walrelay.delivery;

import java.nio.ByteBuffer;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * The buffers of a connection, of which the one for writing is small while little is sent, and
 * large while much is: each time it is full costs a system call here and wakes the reader there,
 * but thousands of connections are idle. It changes its size only while it is empty.
 *
 * <p>For one thread at a time, not always the same, as what it extends.
 */
final class GrowingWriteBuffer extends SocketBufferHandler {

  static final int SMALLEST = 1024;
  static final int LARGEST = 64 * 1024;

  private static final int STEP = 8;

  private volatile ByteBuffer buffer = ByteBuffer.allocate(SMALLEST);
  private volatile boolean filling = true;

  GrowingWriteBuffer(int readBufferSize) {
    super(readBufferSize, 0, false);
  }

  @Override
  public void configureWriteBufferForWrite() {
    if (filling) {
      return;
    }
    ByteBuffer emptied = buffer;
    if (emptied.hasRemaining()) {
      emptied.compact();
    } else {
      buffer = sizedFor(emptied.limit(), emptied);
    }
    filling = true;
  }

  /** A buffer for as much as was sent last, or more if that filled the last one. */
  private static ByteBuffer sizedFor(int sent, ByteBuffer last) {
    int capacity = last.capacity();
    if (sent == capacity && capacity < LARGEST) {
      return ByteBuffer.allocate(capacity * STEP);
    }
    if (sent <= SMALLEST && capacity > SMALLEST) {
      return ByteBuffer.allocate(SMALLEST);
    }
    return last.clear();
  }

  @Override
  public void configureWriteBufferForRead() {
    if (filling) {
      buffer.flip();
      filling = false;
    }
  }

  @Override
  public ByteBuffer getWriteBuffer() {
    return buffer;
  }

  @Override
  public boolean isWriteBufferWritable() {
    return filling == buffer.hasRemaining();
  }

  @Override
  public boolean isWriteBufferEmpty() {
    return filling ? buffer.position() == 0 : !buffer.hasRemaining();
  }

  @Override
  public void reset() {
    super.reset();
    buffer = ByteBuffer.allocate(SMALLEST);
    filling = true;
  }
}
