package dev.walrelay.delivery.webhook;

import org.junit.jupiter.api.Tag;

/** 20,000 updates, and ten kills of the service. */
@Tag("chaos")
class UnreliableEndpointChaosTest extends UnreliableEndpointContract {

  UnreliableEndpointChaosTest() {
    super(20_000, 10);
  }
}
