package dev.walrelay.delivery.webhook;

/** As much as a build has time for; {@link UnreliableEndpointChaosTest} is the whole. */
class UnreliableEndpointTest extends UnreliableEndpointContract {

  UnreliableEndpointTest() {
    super(2_000, 3);
  }
}
