package dev.walrelay.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walrelay.event.EventId;
import dev.walrelay.event.Events;
import dev.walrelay.wal.Lsn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wherever a byte of the file is flipped: the log is as it was, or it says that it is damaged. It
 * never has fewer events than it should without a word, nor others, nor another position.
 */
class FlippedBytesTest {

  private static final int ROUNDS = Integer.getInteger("walrelay.flip.rounds", 60);
  private static final int EVENTS = 300;
  private static final List<Long> NUMBERS = EventLogFixture.numbers(1, EVENTS);

  @TempDir private Path directory;
  private LogSettings settings;
  private byte[] intact;

  @BeforeEach
  void storeEvents() throws IOException {
    settings = new LogSettings(directory.resolve("walrelay.db"), Duration.ofDays(7), 1 << 30);
    try (JdbcEventLog log = open()) {
      for (int number = 1; number <= EVENTS; number += 100) {
        log.append(List.of(Events.batch(number, 100, 100)), new Lsn(number + 99));
      }
    }
    intact = Files.readAllBytes(settings.path());
  }

  private JdbcEventLog open() {
    return JdbcEventLog.open(settings, new SettableClock());
  }

  @Test
  void isAsItWasOrSaysThatItIsDamaged() throws IOException {
    long seed = ThreadLocalRandom.current().nextLong();
    Random random = new Random(seed);
    int noticed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int at = placeInUse(random);
      flip(at, 1 << random.nextInt(Byte.SIZE));
      if (isNoticed("byte %d, seed %d".formatted(at, seed))) {
        noticed++;
      }
    }
    assertThat(noticed).isPositive();
  }

  /** Most of a small file is zeros that nobody reads. */
  private int placeInUse(Random random) {
    int at = random.nextInt(intact.length);
    while (intact[at] == 0) {
      at = random.nextInt(intact.length);
    }
    return at;
  }

  private void flip(int at, int bit) throws IOException {
    byte[] file = intact.clone();
    file[at] ^= (byte) bit;
    Files.write(settings.path(), file);
    Files.deleteIfExists(directory.resolve("walrelay.db-wal"));
    Files.deleteIfExists(directory.resolve("walrelay.db-shm"));
  }

  private boolean isNoticed(String what) {
    try (JdbcEventLog log = open()) {
      assertThat(log.position())
          .as(what)
          .isEqualTo(new LogPosition(Events.id(EVENTS), new Lsn(EVENTS)));
      assertThat(log.floor()).as(what).isEqualTo(EventId.NONE);
      List<Long> read = new ArrayList<>();
      boolean damaged = !readAll(log, read);
      assertThat(read).as(what).isEqualTo(NUMBERS.subList(0, damaged ? read.size() : EVENTS));
      return damaged;
    } catch (EventLogException e) {
      assertThat(e).as(what).hasMessageMatching("(?s).*(restore|move).*");
      return true;
    }
  }

  /** Whether all of it can be read. */
  private static boolean readAll(JdbcEventLog log, List<Long> read) {
    EventId after = EventId.NONE;
    try {
      for (Block block = log.next(after); block != null; block = log.next(after)) {
        for (int i = block.indexAfter(after); i < block.count(); i++) {
          read.add(Events.number(block.id(i)));
        }
        after = block.lastId();
      }
      return true;
    } catch (DamagedLogException e) {
      return false;
    }
  }
}
