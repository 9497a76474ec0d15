package dev.walrelay.transaction;

import dev.walrelay.pgoutput.ColumnValue;
import dev.walrelay.pgoutput.OldTuple;
import dev.walrelay.pgoutput.PgOutputDecoder;
import dev.walrelay.pgoutput.TupleData;
import dev.walrelay.pgoutput.Wire;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One connection's messages on their way through an assembler, and what came out, as text. */
final class Assembly implements AutoCloseable {

  private final Path directory;
  private final TransactionAssembler assembler;
  private final PgOutputDecoder decoder = new PgOutputDecoder(false);
  private final List<String> changes = new ArrayList<>();
  private long lsn;

  private Assembly(Path directory, SpillDirectory spill, boolean streaming) {
    this.directory = directory;
    this.assembler = new TransactionAssembler(spill, streaming);
  }

  /** A new process with its first connection. */
  static Assembly start(Path directory, long memory) {
    return new Assembly(directory, SpillDirectory.open(directory, memory), true);
  }

  /** A new process whose first connection does not stream. */
  static Assembly startUnstreamed(Path directory) {
    return new Assembly(directory, SpillDirectory.open(directory, 1 << 20), false);
  }

  /** Takes messages one by one, each as far as the disk lets it. */
  Assembly send(Wire... messages) {
    for (Wire message : messages) {
      take(message);
      settle();
      while (assembler.isReplaying()) {
        assembler.replay(this::add);
      }
    }
    return this;
  }

  /** Takes one message and nothing more. */
  void take(Wire message) {
    byte[] bytes = message.toByteArray();
    assembler.accept(
        decoder.decode(bytes, 0, bytes.length), ByteBuffer.wrap(bytes), new Lsn(++lsn), this::add);
  }

  boolean trySettling() {
    try {
      return assembler.settle();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until all is where it must be; throws if it can't be put there. */
  void settle() {
    while (!trySettling()) {
      if (assembler.problem() != null) {
        throw new IllegalStateException(assembler.problem());
      }
    }
  }

  TransactionAssembler assembler() {
    return assembler;
  }

  List<String> changes() {
    return changes;
  }

  /** The names of the files in the directory. */
  List<String> files() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(Change change) {
    changes.add(
        switch (change) {
          case Change.Inserted c -> text(c, c.relation().name() + " " + value(c.newTuple()));
          case Change.Truncated c -> text(c, "truncate " + c.relation().name());
          case Change.Emitted c -> text(c, c.message().prefix());
          case Change.EmittedOutside c -> c.message().prefix();
          case Change.Committed c -> "commit " + c.transaction().xid() + " to " + c.endLsn();
          case Change.Updated c -> throw new AssertionError(c);
          case Change.Deleted c -> text(c, c.relation().name() + " without " + old(c.oldTuple()));
        });
  }

  private static String text(Change.InTransaction change, String what) {
    Transaction transaction = change.transaction();
    String from = transaction.origin() == null ? "" : " from " + transaction.origin();
    return "%d:%d at %s: %s%s"
        .formatted(transaction.xid(), change.ordinal(), transaction.commitLsn(), what, from);
  }

  private static String old(OldTuple old) {
    return switch (old) {
      case OldTuple.Key(TupleData tuple) -> "key " + value(tuple);
      case OldTuple.Full(TupleData tuple) -> "row " + value(tuple);
    };
  }

  private static String value(TupleData tuple) {
    return tuple.column(0) instanceof ColumnValue.Text(var bytes) ? bytes.utf8() : "?";
  }

  @Override
  public void close() {
    assembler.close();
  }
}
