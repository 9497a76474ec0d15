package dev.walrelay.pgoutput;

/**
 * A column of a {@link Relation}.
 *
 * @param key whether it belongs to the replica identity: true for every column under {@link
 *     ReplicaIdentity#FULL}
 * @param name its name
 * @param typeOid its type, which can be a domain
 * @param typeModifier {@code atttypmod}, -1 if the type has none
 */
public record Column(boolean key, String name, int typeOid, int typeModifier) {}
