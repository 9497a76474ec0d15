package dev.walrelay.eventlog;

/**
 * The database whose history the log holds; positions of different histories do not compare.
 *
 * @param systemIdentifier of the cluster, as IDENTIFY_SYSTEM gives it
 * @param timeline the timeline of the last connection
 * @param epoch how often the history was replaced: the top byte of event ids
 * @param majorVersion of the server at the last connection, 0 if that was not remembered
 */
public record SourceIdentity(String systemIdentifier, int timeline, int epoch, int majorVersion) {}
