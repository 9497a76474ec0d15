package dev.walrelay.pgoutput;

/** A block of changes ends, and with it what {@link StreamStart} began. */
public record StreamStop() implements PgOutputMessage {}
