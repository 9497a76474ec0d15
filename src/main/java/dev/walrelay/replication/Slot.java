package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.Kind.SLOT_BUSY;
import static dev.walrelay.replication.ReplicationException.Kind.UNAVAILABLE;
import static dev.walrelay.replication.ReplicationException.misconfigured;
import static dev.walrelay.replication.ReplicationException.unavailable;

import dev.walrelay.wal.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The slot on the server: found usable, or created. */
final class Slot {

  private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,63}");
  private static final String QUERY_CANCELED = "57014";

  private final Session session;
  private final SlotSettings settings;
  private final Server server;
  private final Duration creationPatience;

  Slot(Session session, SlotSettings settings, Server server, Duration creationPatience) {
    this.session = session;
    this.settings = settings;
    this.server = server;
    this.creationPatience = creationPatience;
  }

  static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw misconfigured(
          ("'%s' cannot be the name of a replication slot; set walrelay.slot.name to at "
                  + "most 63 lower-case letters, digits and underscores")
              .formatted(name));
    }
  }

  /** The slot as it is on the server, if it is there; never one that this process cannot use. */
  @Nullable Row find() throws SQLException {
    Row slot = look();
    if (slot != null) {
      requireOurs(slot);
      requireFree(slot);
    }
    return slot;
  }

  /** The slot as it is on the server, whoever can use it. */
  @Nullable Row look() throws SQLException {
    return session.row(
        "SELECT *, current_database() AS here FROM pg_replication_slots WHERE slot_name = ?",
        settings.name());
  }

  private void requireOurs(Row slot) {
    String name = settings.name();
    String elsewhere = "; set walrelay.slot.name to a name of its own";
    if (!"logical".equals(slot.find("slot_type"))) {
      throw misconfigured(
          "Slot '%s' belongs to physical replication, which sends no rows%s"
              .formatted(name, elsewhere));
    }
    if (!"pgoutput".equals(slot.find("plugin"))) {
      throw misconfigured(
          "Slot '%s' decodes with the plugin '%s', whose output Walrelay does not read%s"
              .formatted(name, slot.find("plugin"), elsewhere));
    }
    if (!Objects.equals(slot.find("here"), slot.find("database"))) {
      throw misconfigured(
          "Slot '%s' belongs to database '%s' and sends nothing of '%s'%s"
              .formatted(name, slot.find("database"), slot.find("here"), elsewhere));
    }
  }

  private void requireFree(Row slot) {
    if (slot.is("active")) {
      throw new ReplicationException(
          SLOT_BUSY,
          ("Slot '%s' is read by the process with PID %s of the server, so this one "
                  + "stands by until it is free")
              .formatted(settings.name(), slot.find("active_pid")),
          null);
    }
    if (server.standby() && slot.is("synced")) {
      throw unavailable(
          ("Slot '%s' is being synchronized from the primary, so it can be read here only "
                  + "after a promotion; Walrelay tries again")
              .formatted(settings.name()));
    }
  }

  /** Why the server can send nothing more through this slot; null if it can. */
  static @Nullable String invalidation(Row slot) {
    String reason = slot.find("invalidation_reason");
    if (reason != null) {
      return reason;
    }
    if ("lost".equals(slot.find("wal_status"))) {
      return "wal_removed";
    }
    return slot.is("conflicting") ? "conflict with recovery" : null;
  }

  /** Whether a lost slot may be replaced; throws the sentence that says why it is lost if not. */
  void requireLeaveToReplace(String why) {
    switch (settings.onLoss()) {
      case RECREATE -> {}
      case FAIL -> throw new SlotLostException(why, null);
    }
  }

  void drop() throws SQLException {
    session.execute("DROP_REPLICATION_SLOT " + Sql.identifier(settings.name()));
  }

  /** Creates the slot and returns the position that it starts from. */
  Lsn create() throws SQLException {
    if (!settings.create()) {
      throw misconfigured(
          ("Slot '%s' does not exist and walrelay.slot.create is false; run SELECT "
                  + "pg_create_logical_replication_slot(%s, 'pgoutput')")
              .formatted(settings.name(), Sql.literal(settings.name())));
    }
    try {
      session.execute(
          "CREATE_REPLICATION_SLOT %s LOGICAL pgoutput (%s)"
              .formatted(Sql.identifier(settings.name()), options()),
          creationPatience);
    } catch (SQLException e) {
      if (ServerErrors.state(e).equals(QUERY_CANCELED)) {
        throw tookTooLong(e);
      }
      throw e;
    }
    return position(Objects.requireNonNull(find()));
  }

  private String options() {
    boolean failover = settings.failover() && server.isAtLeast(17) && !server.standby();
    return "SNAPSHOT 'nothing'"
        + (settings.twoPhase() ? ", TWO_PHASE" : "")
        + (failover ? ", FAILOVER" : "");
  }

  private ReplicationException tookTooLong(SQLException e) {
    String sentence =
        server.standby()
            ? "Slot '%s' was not created on this standby within %d s, since that waits for what an"
                + " idle primary does not write; run SELECT pg_log_standby_snapshot() on the"
                + " primary, and end long transactions there, Walrelay tries again"
            : "Slot '%s' was not created within %d s, since that waits for every transaction"
                + " that is open now; end the long ones (pg_stat_activity), Walrelay tries again";
    return new ReplicationException(
        UNAVAILABLE, sentence.formatted(settings.name(), creationPatience.toSeconds()), e);
  }

  static Lsn position(Row slot) {
    return Lsn.parse(slot.get("confirmed_flush_lsn"));
  }
}
