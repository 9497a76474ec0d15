package dev.walrelay.delivery.webhook;

import dev.walrelay.secret.SecretBox;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What subscriptions are, whether they run, and their secrets. What a subscription is holds
 * headers, which may be secrets too: both are stored encrypted, each bound to its place.
 */
final class SubscriptionTable {

  private final SecretBox box;

  SubscriptionTable(SecretBox box) {
    this.box = box;
  }

  /**
   * A subscription as it is stored.
   *
   * @param declared whether by the operator's settings
   * @param reason why it is not active, if it is not
   */
  record Row(
      long id,
      boolean declared,
      Subscription spec,
      SubscriptionState state,
      @Nullable String reason) {}

  List<Row> load(Connection connection) throws SQLException {
    return Rows.list(
        connection,
        "SELECT id, declared, spec, state, reason, name FROM webhook_subscription ORDER BY name",
        row ->
            new Row(
                row.getLong(1),
                row.getBoolean(2),
                open(row.getString(6), row.getBytes(3)),
                SubscriptionState.of(row.getString(4)),
                row.getString(5)));
  }

  /**
   * Adds one.
   *
   * @param expired why it has expired already, or null if it is active
   */
  Row insert(
      Connection connection,
      Subscription spec,
      boolean declared,
      @Nullable String expired,
      Instant now)
      throws SQLException {
    SubscriptionState state =
        expired == null ? SubscriptionState.ACTIVE : SubscriptionState.EXPIRED;
    Rows.update(
        connection,
        "INSERT INTO webhook_subscription (name, declared, spec, state, reason, created_at) VALUES"
            + " (?, ?, ?, ?, ?, ?)",
        spec.name(),
        declared,
        seal(spec),
        state.text(),
        expired,
        now.toEpochMilli());
    return new Row(
        Rows.number(connection, "SELECT last_insert_rowid()"), declared, spec, state, expired);
  }

  void change(Connection connection, long id, Subscription spec, boolean declared)
      throws SQLException {
    Rows.update(
        connection,
        "UPDATE webhook_subscription SET spec = ?, declared = ? WHERE id = ?",
        seal(spec),
        declared,
        id);
  }

  private byte[] seal(Subscription spec) {
    return box.seal(
        SubscriptionJson.write(spec).toString().getBytes(StandardCharsets.UTF_8),
        place(spec.name()));
  }

  private Subscription open(String name, byte[] sealed) {
    return SubscriptionJson.parse(
        new String(box.open(sealed, place(name)), StandardCharsets.UTF_8));
  }

  private static String place(String name) {
    return "webhook subscription " + name;
  }

  private static String place(long id) {
    return "webhook secret of subscription " + id;
  }

  void become(Connection connection, long id, SubscriptionState state, @Nullable String reason)
      throws SQLException {
    Rows.update(
        connection,
        "UPDATE webhook_subscription SET state = ?, reason = ? WHERE id = ?",
        state.text(),
        reason,
        id);
  }

  void delete(Connection connection, long id) throws SQLException {
    Rows.update(connection, "DELETE FROM webhook_subscription WHERE id = ?", id);
  }

  void addSecret(Connection connection, long id, Secret secret, Instant now) throws SQLException {
    Rows.update(
        connection,
        "INSERT INTO webhook_secret (subscription, scheme, sealed, created_at) VALUES (?, ?, ?, ?)",
        id,
        secret.scheme().text(),
        box.seal(secret.material(), place(id)),
        now.toEpochMilli());
  }

  /** Lets the current secrets end at a time, and forgets those that have ended. */
  void retireSecrets(Connection connection, long id, Instant now, Instant validUntil)
      throws SQLException {
    Rows.update(
        connection,
        "UPDATE webhook_secret SET valid_until = ? WHERE subscription = ? AND valid_until IS NULL",
        validUntil.toEpochMilli(),
        id);
    Rows.update(
        connection,
        "DELETE FROM webhook_secret WHERE subscription = ? AND valid_until <= ?",
        id,
        now.toEpochMilli());
  }

  /** The newest first. */
  List<Secret> secrets(Connection connection, long id) throws SQLException {
    return Rows.list(
        connection,
        "SELECT scheme, sealed, valid_until FROM webhook_secret WHERE subscription = ? ORDER BY id"
            + " DESC",
        row ->
            new Secret(
                Secret.Scheme.of(row.getString(1)),
                box.open(row.getBytes(2), place(id)),
                validUntil(row)),
        id);
  }

  private static @Nullable Instant validUntil(ResultSet row) throws SQLException {
    long millis = row.getLong(3);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
