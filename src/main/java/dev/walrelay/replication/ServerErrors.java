package dev.walrelay.replication;

import static dev.walrelay.replication.ReplicationException.Kind.MISCONFIGURED;
import static dev.walrelay.replication.ReplicationException.Kind.SERVER_FAULT;
import static dev.walrelay.replication.ReplicationException.Kind.SLOT_BUSY;
import static dev.walrelay.replication.ReplicationException.Kind.UNAVAILABLE;

import dev.walrelay.replication.ReplicationException.Kind;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * What the server's error codes mean for a reader of changes (manual: PostgreSQL Error Codes), in
 * sentences. The only place that knows them.
 */
final class ServerErrors {

  static final String INSUFFICIENT_PRIVILEGE = "42501";
  static final String DUPLICATE_OBJECT = "42710";
  private static final String NOT_IN_PREREQUISITE_STATE = "55000";
  private static final String UNTRANSLATABLE = "22P05";
  private static final Pattern LSN = Pattern.compile("\\b[0-9A-F]{1,8}/[0-9A-F]{1,8}\\b");

  private final SourceSettings settings;
  private final String server;

  /**
   * @param server host, port and database, for messages
   */
  ServerErrors(SourceSettings settings, String server) {
    this.settings = settings;
    this.server = server;
  }

  /** An error while the connection is set up. */
  ReplicationException connecting(SQLException e) {
    if (isUnproven(e)) {
      return because(
          MISCONFIGURED,
          e,
          ("The server %s did not prove who it is (%s), so nothing is read from it; in"
                  + " spring.datasource.url, name the host that its certificate is made out to and"
                  + " give sslrootcert the certificate of the authority that signed it")
              .formatted(server, text(e)));
    }
    return switch (state(e)) {
      case "28P01" ->
          because(
              MISCONFIGURED,
              e,
              ("The server %s refuses the password of role '%s'; set spring.datasource.username and"
                      + " spring.datasource.password to a login that it accepts")
                  .formatted(server, settings.username()));
      case "28000" ->
          because(
              MISCONFIGURED,
              e,
              ("The server %s does not let role '%s' in (%s); add a line for it to the server's"
                      + " pg_hba.conf or create the role with LOGIN")
                  .formatted(server, settings.username(), text(e)));
      case "3D000" ->
          because(
              MISCONFIGURED,
              e,
              "There is no such database on the server: %s; correct spring.datasource.url"
                  .formatted(server));
      case INSUFFICIENT_PRIVILEGE ->
          because(
              MISCONFIGURED,
              e,
              ("Role '%s' may not read the write-ahead log (%s); run as superuser: ALTER ROLE %s"
                      + " REPLICATION")
                  .formatted(settings.username(), text(e), Sql.identifier(settings.username())));
      case "0A000" ->
          because(
              MISCONFIGURED,
              e,
              ("The server %s cannot be read from (%s), as one with the encoding MULE_INTERNAL, which"
                      + " has no conversion to UTF-8; move the database to another encoding")
                  .formatted(server, text(e)));
      case "53300" ->
          because(
              UNAVAILABLE,
              e,
              ("The server %s has no connection to spare (%s), so no changes are read until one"
                      + " gets free; raise max_connections or max_wal_senders if that stays so")
                  .formatted(server, text(e)));
      default -> general(e);
    };
  }

  /** Whether its certificate is the reason: the driver has no code of its own for that. */
  private static boolean isUnproven(SQLException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException) {
        return true;
      }
    }
    return text(e).toLowerCase(Locale.ROOT).contains("hostnameverifier");
  }

  /** An error from setting up or reading the stream. */
  ReplicationException general(SQLException e) {
    String slot = settings.slot().name();
    return switch (state(e)) {
      case "55006" ->
          because(
              SLOT_BUSY,
              e,
              "Slot '%s' is read by another process (%s), so this one stands by until it is free"
                  .formatted(slot, text(e)));
      case "53400" ->
          because(
              UNAVAILABLE,
              e,
              ("The server has no replication slot to spare for '%s' (%s); drop one that nobody"
                      + " uses or raise max_replication_slots and restart the server")
                  .formatted(slot, text(e)));
      case "58P01" ->
          new SlotLostException(
              "The server has removed write-ahead log that slot '%s' still needs (%s)"
                  .formatted(slot, text(e)),
              e);
      case "42704" -> undecodable(e);
      case UNTRANSLATABLE -> untranslatable(e);
      case "55P03", "25P03", "25P04" ->
          because(
              UNAVAILABLE,
              e,
              ("The server %s did not wait any longer (%s), which can be otherwise the next time;"
                      + " Walrelay tries again")
                  .formatted(server, text(e)));
      default -> byClass(e);
    };
  }

  /**
   * What a warning amid the stream means: null if nothing is lost. Since version 18 the server does
   * not end the stream where the publication is missing, but leaves out what it cannot decode.
   * Words can be in any language; but the output plugin's source file is the same everywhere, and
   * nothing else in it warns with this code.
   */
  @Nullable ReplicationException loss(SQLException warning) {
    return state(warning).equals(NOT_IN_PREREQUISITE_STATE) && isOfOutputPlugin(warning)
        ? undecodable(warning)
        : null;
  }

  /** Also if a server does not say where a warning came from: in doubt it is no small matter. */
  private static boolean isOfOutputPlugin(SQLException warning) {
    ServerErrorMessage said = said(warning);
    String file = said == null ? null : said.getFile();
    return file == null || file.endsWith("pgoutput.c");
  }

  /** What the server said amid the stream, and what it advises; no details, which may be data. */
  static String notice(SQLException warning) {
    ServerErrorMessage said = said(warning);
    String hint = said == null ? null : said.getHint();
    return hint == null ? text(warning) : text(warning) + " (" + hint + ")";
  }

  private ReplicationException undecodable(SQLException e) {
    return new SlotLostException(
        "Slot '%s' can send nothing more through publication '%s' (%s)"
            .formatted(settings.slot().name(), settings.publication().name(), text(e)),
        e);
  }

  /** Text in the database's encoding that the server could not convert to UTF-8. */
  static boolean isUntranslatable(SQLException e) {
    return state(e).equals(UNTRANSLATABLE);
  }

  private ReplicationException untranslatable(SQLException e) {
    return because(
        MISCONFIGURED,
        e,
        ("The server cannot convert text to or from UTF-8 (%s), which it has to for a publication"
                + " whose name, '%s', is not ASCII; create one with an ASCII name for"
                + " walrelay.publication.name, and set walrelay.slot.on-loss=recreate, since the"
                + " slot's changes cannot be decoded with a publication that is younger")
            .formatted(text(e), settings.publication().name()));
  }

  private ReplicationException byClass(SQLException e) {
    String code = state(e);
    return switch (code.length() < 2 ? "" : code.substring(0, 2)) {
      case "08", "57" ->
          because(
              UNAVAILABLE,
              e,
              ("The connection to %s failed or was ended (%s); Walrelay connects again, and nothing"
                      + " is lost meanwhile, since the slot keeps the changes")
                  .formatted(server, text(e)));
      case "0A", "22", "25", "3F", "42", "55" ->
          because(
              MISCONFIGURED,
              e,
              ("The server refuses to send changes through slot '%s' and publication '%s': %s; this"
                      + " does not mend by itself")
                  .formatted(settings.slot().name(), settings.publication().name(), text(e)));
      case "54", "XX" -> because(SERVER_FAULT, e, isTooLarge(e) ? tooLarge(e) : fault(e));
      default ->
          because(
              UNAVAILABLE,
              e,
              "The server %s cannot send changes now (%s, SQLSTATE %s); Walrelay tries again"
                  .formatted(server, text(e), code));
    };
  }

  private String fault(SQLException e) {
    return "The server %s failed by an error of its own (%s); Walrelay tries again"
        .formatted(server, text(e));
  }

  /** A server allocates a gigabyte at most, and prints each byte of a bytea as two characters. */
  private static boolean isTooLarge(SQLException e) {
    return state(e).startsWith("54") || text(e).startsWith("invalid memory alloc request size");
  }

  private String tooLarge(SQLException e) {
    return ("The server %s cannot send the change%s, which is too large as text (%s); Walrelay tries"
            + " again, but if the change was committed, it stays in the way until the slot is moved"
            + " behind its transaction: stop Walrelay and run SELECT"
            + " pg_replication_slot_advance(%s, '...') with a position behind the commit, or let"
            + " it go on with a new slot")
        .formatted(server, place(e), text(e), Sql.literal(settings.slot().name()));
  }

  /** The server says where the change is, in a sentence of its language. */
  private static String place(SQLException e) {
    ServerErrorMessage said =
        e instanceof PSQLException driver ? driver.getServerErrorMessage() : null;
    Matcher lsn = LSN.matcher(said == null || said.getWhere() == null ? "" : said.getWhere());
    return lsn.find() ? " at " + lsn.group() : "";
  }

  private static ReplicationException because(Kind kind, SQLException cause, String sentence) {
    return new ReplicationException(kind, sentence, cause);
  }

  static String state(SQLException e) {
    String state = e.getSQLState();
    return state == null ? "" : state;
  }

  private static @Nullable ServerErrorMessage said(SQLException e) {
    return switch (e) {
      case PSQLException error -> error.getServerErrorMessage();
      case PSQLWarning warning -> warning.getServerErrorMessage();
      default -> null;
    };
  }

  /** What the server said, without the severity, details and position that the driver adds. */
  static String text(SQLException e) {
    ServerErrorMessage said = said(e);
    String text = said == null ? e.getMessage() : said.getMessage();
    return text == null ? e.toString() : text.lines().findFirst().orElse("");
  }
}
