package dev.walrelay.pgoutput;

/**
 * What a transaction consists of, between its beginning and its end. Within a stream block each of
 * these says which transaction or subtransaction it belongs to.
 */
public sealed interface TransactionContent extends PgOutputMessage
    permits Insert, Update, Delete, Truncate, Message, Relation, Type {

  /** The transaction or subtransaction within a stream block, else 0. */
  int xid();
}
