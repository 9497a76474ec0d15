package dev.walrelay.replication;

import java.util.List;

/**
 * The publication that says which tables are read.
 *
 * @param name of the publication
 * @param create whether to create it if it is missing
 * @param tables of a created publication, as {@code sales.orders} or {@code orders}, taken to the
 *     letter; in double quotes a dot is the name's own, and a quote is written twice; empty for all
 *     tables
 * @param generatedColumns of a created publication
 * @param viaPartitionRoot whether a created publication sends the rows of partitions as those of
 *     their partitioned table
 * @param origin which changes are sent
 */
public record PublicationSettings(
    String name,
    boolean create,
    List<String> tables,
    GeneratedColumns generatedColumns,
    boolean viaPartitionRoot,
    Origin origin) {

  /** Which generated columns a created publication includes (manual: CREATE PUBLICATION). */
  public enum GeneratedColumns {
    /** None, as before version 18. */
    NONE,
    /** Those whose values are stored; needs version 18. */
    STORED
  }

  /** Which changes a publication sends, by where they were made (manual: CREATE SUBSCRIPTION). */
  public enum Origin {
    /** All of them. */
    ANY,
    /** Only those made on the source itself, not those replicated to it; needs version 16. */
    NONE
  }

  /**
   * Keeps a copy of the tables.
   *
   * @throws ReplicationException if one of them is not the name of a table
   */
  public PublicationSettings {
    tables = List.copyOf(tables);
    tables.forEach(Sql::qualifiedName);
  }
}
