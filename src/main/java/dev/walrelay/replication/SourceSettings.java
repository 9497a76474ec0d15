package dev.walrelay.replication;

/**
 * Where to read changes from.
 *
 * @param jdbcUrl the JDBC address of the source database; its parameters are kept, but for those
 *     that a replication connection decides itself
 * @param username the role, which needs the attribute REPLICATION
 * @param password of the role; never printed
 * @param slot the slot
 * @param publication the publication
 */
public record SourceSettings(
    String jdbcUrl,
    String username,
    String password,
    SlotSettings slot,
    PublicationSettings publication) {

  /** Without the address, which can carry a password in its parameters, and the password. */
  @Override
  public String toString() {
    return "SourceSettings[username=" + username + ", " + slot + ", " + publication + "]";
  }
}
