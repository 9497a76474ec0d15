package dev.walrelay.delivery.webhook;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The secrets of one subscription. */
final class SecretRing {

  private static final Duration BOTH_VALID = Duration.ofHours(24);

  private final Engine engine;
  private final SubscriptionTable table;
  private final long id;
  private volatile Signer signer = new Signer(List.of());

  SecretRing(Engine engine, SubscriptionTable table, long id) {
    this.engine = engine;
    this.table = table;
    this.id = id;
  }

  /** The schemes that deliveries are signed by. */
  static List<Secret.Scheme> schemes(Subscription spec) {
    return switch (spec.signature()) {
      case V1 -> List.of(Secret.Scheme.V1);
      case V1A -> List.of(Secret.Scheme.V1, Secret.Scheme.V1A);
    };
  }

  /** Takes what is stored, as far as the subscription signs by it. */
  void load(Subscription spec) {
    List<Secret.Scheme> schemes = schemes(spec);
    signer =
        new Signer(
            engine.database().read(connection -> table.secrets(connection, id)).stream()
                .filter(secret -> schemes.contains(secret.scheme()))
                .toList());
  }

  Signer signer() {
    return signer;
  }

  /** Those that a receiver should know, the newest of each scheme. */
  List<Secret> current() {
    return signer.secrets().stream().filter(Secret::isCurrent).toList();
  }

  /** Makes secrets of the schemes that have none yet. */
  void addMissing(Connection connection, Subscription spec) throws SQLException {
    List<Secret> known = table.secrets(connection, id);
    for (Secret.Scheme scheme : schemes(spec)) {
      if (known.stream().noneMatch(secret -> secret.isCurrent() && secret.scheme() == scheme)) {
        table.addSecret(connection, id, Secret.generate(scheme), Instant.now());
      }
    }
  }

  /** Makes new secrets; the old ones are valid for a day beside them. */
  List<Secret> rotate(Subscription spec) {
    Instant now = Instant.now();
    engine
        .commits()
        .commit(
            connection -> {
              table.retireSecrets(connection, id, now, now.plus(BOTH_VALID));
              addMissing(connection, spec);
            });
    load(spec);
    return current();
  }
}
