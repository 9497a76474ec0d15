package dev.walrelay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class CarriersTest {

  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

  @AfterEach
  void forget() {
    System.clearProperty(PARALLELISM);
  }

  @Test
  void areMoreThanProcessors() {
    Carriers.provide();

    assertThat(Integer.getInteger(PARALLELISM))
        .isGreaterThan(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void areAsManyAsTheOperatorSays() {
    System.setProperty(PARALLELISM, "3");

    Carriers.provide();

    assertThat(Integer.getInteger(PARALLELISM)).isEqualTo(3);
  }
}
