package dev.walrelay.transaction;

import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one unfinished transaction as they came, each behind its length and its position
 * in the log. They stay in memory until {@link #spill} moves them to a file.
 */
final class Spool implements AutoCloseable {

  /** Length and position. */
  static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

  private static final int SMALLEST_SEGMENT = 4 * 1024;
  private static final int LARGEST_SEGMENT = 256 * 1024;
  private static final int WRITE_BYTES = 1024 * 1024;

  private final SpillDirectory directory;
  private final Path path;
  private final Deque<ByteBuffer> segments = new ArrayDeque<>();
  private long inMemory;
  private @Nullable FileChannel file;
  private long written;

  Spool(SpillDirectory directory, Path path) {
    this.directory = directory;
    this.path = path;
  }

  /** Adds a copy of the message. */
  void append(ByteBuffer message, Lsn lsn) {
    int length = message.remaining();
    ByteBuffer segment = segmentFor(HEADER_BYTES + length);
    segment.putInt(length).putLong(lsn.value());
    segment.put(message.array(), message.arrayOffset() + message.position(), length);
  }

  private ByteBuffer segmentFor(int bytes) {
    ByteBuffer last = segments.peekLast();
    if (last != null && last.remaining() >= bytes) {
      return last;
    }
    int usual = Math.clamp(inMemory, SMALLEST_SEGMENT, LARGEST_SEGMENT);
    ByteBuffer added = ByteBuffer.allocate(Math.max(bytes, usual));
    segments.addLast(added);
    inMemory += added.capacity();
    directory.takeMemory(added.capacity());
    return added;
  }

  /** Bytes that it takes in memory. */
  long inMemory() {
    return inMemory;
  }

  /** Whether it has a file already and enough for a write. */
  boolean isDue() {
    return file != null && inMemory >= WRITE_BYTES;
  }

  /**
   * Moves all to the file. After a failure everything is still there, part of it in the file, and
   * it may be tried again.
   */
  void spill() throws IOException {
    FileChannel to = open();
    for (ByteBuffer next = segments.peekFirst(); next != null; next = segments.peekFirst()) {
      written = write(to, next.duplicate().flip(), written);
      segments.removeFirst();
      release(next.capacity());
    }
  }

  private FileChannel open() throws IOException {
    if (file == null) {
      file =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    }
    return file;
  }

  /** A write that failed half-way is done again at the same place. */
  private static long write(FileChannel file, ByteBuffer bytes, long at) throws IOException {
    long position = at;
    while (bytes.hasRemaining()) {
      position += file.write(bytes, position);
    }
    return position;
  }

  private void release(long bytes) {
    inMemory -= bytes;
    directory.giveMemoryBack(bytes);
  }

  /**
   * Makes all of it durable under another name, with something behind it that readers of this class
   * do not see. Nothing but {@link #close} is to be called then. May be tried again after a
   * failure.
   *
   * @param trailer from position to limit
   */
  void keepAs(Path name, ByteBuffer trailer) throws IOException {
    spill();
    FileChannel to = open();
    long end = write(to, trailer.duplicate(), written);
    to.truncate(end);
    to.force(true);
    if (Files.exists(path)) { // else an earlier attempt came this far
      Files.move(path, name, StandardCopyOption.ATOMIC_MOVE);
    }
    directory.force();
  }

  /** Bytes of messages that are in the file. */
  long written() {
    return written;
  }

  /** Reads all messages from the first, which can be done once, and nothing be added then. */
  SpoolReader reader() {
    return new SpoolReader(file, written, segments);
  }

  /** Discards all. */
  @Override
  public void close() {
    segments.clear();
    release(inMemory);
    FileChannel opened = file;
    if (opened != null) {
      try {
        opened.close();
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
