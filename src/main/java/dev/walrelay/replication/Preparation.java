package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.misconfigured;

import dev.walrelay.replication.Prepared.SlotOrigin;
import dev.walrelay.wal.Lsn;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Finds or creates what the stream needs on the server, in the one order that works.
 *
 * <p>The publication comes before the slot: the server decodes a change with the catalog as it was
 * at that change, and the publication must exist there already.
 */
final class Preparation {

  private final Session session;
  private final SourceSettings settings;
  private final Server server;
  private final Slot slot;
  private final Publication publication;
  private final PublicationWarnings warnings;

  Preparation(
      Session session,
      SourceSettings settings,
      Server server,
      Duration patience,
      PublicationWarnings warnings) {
    this.session = session;
    this.settings = settings;
    this.server = server;
    this.warnings = warnings;
    slot = new Slot(session, settings.slot(), server, patience);
    publication = new Publication(session, settings, server, warnings);
  }

  /**
   * @param stored what was read from the slot before, so that its absence is a loss; null if
   *     nothing
   * @param lost why nothing more can be read from the slot though it is there, if that is so
   */
  Prepared run(@Nullable StoredHistory stored, @Nullable String lost) throws SQLException {
    boolean hadSlot = stored != null;
    boolean upgraded =
        stored != null
            && !server.systemIdentifier().equals(stored.systemIdentifier())
            && SystemCheck.isUpgraded(server, stored, slot.look(), settings.slot().name());
    requireOrigin();
    Row found = slot.find();
    boolean published = publication.exists();
    SlotOrigin judged = judge(found, published, hadSlot, lost);
    SlotOrigin origin = upgraded && judged == SlotOrigin.FOUND ? SlotOrigin.UPGRADED : judged;
    if (!session.sendsUtf8() && !Session.isAscii(settings.publication().name())) {
      warnings.needsConversion();
    }
    if (published) {
      publication.check();
    } else {
      publication.create();
    }
    publication.requireTables();
    return new Prepared(
        settings.slot().name(),
        origin,
        settings.publication().name(),
        !published,
        server.version(),
        server.protocolVersion(),
        isStreamable(),
        server.systemIdentifier(),
        server.timeline(),
        position(found, origin),
        server.walPosition(),
        stored == null || upgraded ? null : Timelines.fork(session, server, stored));
  }

  private boolean isStreamable() throws SQLException {
    return settings.publication().origin() == PublicationSettings.Origin.NONE
        || session.row("SELECT FROM pg_replication_origin LIMIT 1") == null;
  }

  private void requireOrigin() {
    if (settings.publication().origin() == PublicationSettings.Origin.NONE
        && !server.isAtLeast(16)) {
      throw misconfigured(
          ("PostgreSQL %s cannot leave out changes that were themselves replicated; use "
                  + "version 16 or newer, or set walrelay.publication.origin=any")
              .formatted(server.version()));
    }
  }

  /** What is to become of the slot; a loss is only passed over if the settings allow it. */
  private SlotOrigin judge(
      @Nullable Row found, boolean published, boolean hadSlot, @Nullable String lost) {
    String loss = found != null && lost != null ? lost : loss(found, published, hadSlot);
    if (loss != null) {
      slot.requireLeaveToReplace(loss);
      return SlotOrigin.RECREATED;
    }
    if (found == null) {
      return SlotOrigin.CREATED;
    }
    if (!published) {
      throw misconfigured(
          ("Slot '%s' is older than publication '%s', which does not exist yet, so what "
                  + "the slot holds cannot be decoded; run SELECT pg_drop_replication_slot(%s), "
                  + "then Walrelay creates both in the right order")
              .formatted(
                  settings.slot().name(),
                  settings.publication().name(),
                  Sql.literal(settings.slot().name())));
    }
    return SlotOrigin.FOUND;
  }

  private @Nullable String loss(@Nullable Row found, boolean published, boolean hadSlot) {
    String name = settings.slot().name();
    if (found == null) {
      return hadSlot ? "Slot '%s' that fed the log is gone".formatted(name) : null;
    }
    String invalidation = Slot.invalidation(found);
    if (invalidation != null) {
      return "Slot '%s' was invalidated by the server (%s)".formatted(name, invalidation);
    }
    if (!published && hadSlot) {
      return "Publication '%s' is gone, without which what slot '%s' holds cannot be decoded"
          .formatted(settings.publication().name(), name);
    }
    return null;
  }

  private Lsn position(@Nullable Row found, SlotOrigin origin) throws SQLException {
    if (found != null && (origin == SlotOrigin.FOUND || origin == SlotOrigin.UPGRADED)) {
      return Slot.position(found);
    }
    if (found != null) {
      slot.drop();
    }
    return slot.create();
  }
}
