package dev.walrelay.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatienceTest {

  /** In seconds; 0 is a server that never gives anybody up. */
  @ParameterizedTest
  @CsvSource({"60, 60", "5, 10", "300, 300", "0, 600"})
  void givesTheServerUpAsSoonAsItWouldGiveUsUp(long senderTimeout, long patience) {
    assertThat(WalStream.patience(Duration.ofSeconds(senderTimeout), ReplicationSource.SILENCE))
        .isEqualTo(Duration.ofSeconds(patience));
  }
}
