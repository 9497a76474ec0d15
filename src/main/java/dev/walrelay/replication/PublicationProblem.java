package dev.walrelay.replication;

/**
 * What is wrong with one table of a publication.
 *
 * @param table its name, quoted where SQL needs it
 * @param operations those that fail, or are concerned, such as {@code UPDATE and DELETE}
 */
record PublicationProblem(Kind kind, String table, String operations) {

  /**
   * The problems in the order in which they are said, those first that the application will feel.
   */
  enum Kind {
    NO_IDENTITY(
        "makes every %2$s fail on these tables, which have no replica identity: %3$s; give each a"
            + " primary key or run ALTER TABLE … REPLICA IDENTITY FULL"),
    DEFERRABLE_KEY(
        "makes every %2$s fail on these tables, whose primary key is deferrable and so no replica"
            + " identity: %3$s; make each key NOT DEFERRABLE or run ALTER TABLE … REPLICA IDENTITY"
            + " FULL"),
    ROW_FILTER(
        "makes every %2$s fail on these tables, whose row filter needs columns that are not in the"
            + " replica identity: %3$s; take these columns out of the filter (ALTER PUBLICATION %4$s"
            + " SET TABLE …) or, where all columns are published, run ALTER TABLE … REPLICA IDENTITY"
            + " FULL"),
    COLUMN_LIST(
        "makes every %2$s fail on these tables, whose column list lacks columns of the replica"
            + " identity: %3$s; add these columns to the list (ALTER PUBLICATION %4$s SET TABLE …)"),
    COLUMN_LIST_WITH_FULL(
        "makes every %2$s fail on these tables, which have a column list, though their replica"
            + " identity is FULL: %3$s; publish them without a list (ALTER PUBLICATION %4$s SET TABLE"
            + " …) or give them another replica identity"),
    STORED_COLUMN(
        "makes every %2$s fail on these tables, whose replica identity includes stored generated"
            + " columns that are not published: %3$s; run ALTER PUBLICATION %4$s SET"
            + " (publish_generated_columns = stored) or give them another replica identity"),
    VIRTUAL_COLUMN(
        "makes every %2$s fail on these tables, whose replica identity FULL includes virtual"
            + " generated columns, which are never published: %3$s; run ALTER TABLE … REPLICA"
            + " IDENTITY DEFAULT on each that has a primary key, and give the others one"),
    LESS_THAN_ROOT(
        "sends the old rows of these partitions without the columns that are not in their key,"
            + " since the REPLICA IDENTITY FULL of their partitioned table is not theirs: %3$s; run"
            + " ALTER TABLE … REPLICA IDENTITY FULL on each partition"),
    UNLIKE_ROOT(
        "sends the rows of these partitions as those of their partitioned table, whose replica"
            + " identity is another, so that keys and old rows are not what its events promise:"
            + " %3$s; give partition and partitioned table the same with ALTER TABLE … REPLICA"
            + " IDENTITY"),
    UNLOGGED(
        "sends no change of these tables, since they are unlogged: %3$s; run ALTER TABLE … SET"
            + " LOGGED if their changes are wanted"),
    FOREIGN(
        "sends no change of these partitions, since they are foreign tables: %3$s; read the server"
            + " that has them if their changes are wanted");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }

    /** What to tell people of some tables. */
    String sentence(String publication, String operations, String tables) {
      return sentence.formatted(publication, operations, tables, Sql.identifier(publication));
    }
  }
}
