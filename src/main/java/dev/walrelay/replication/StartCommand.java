package dev.walrelay.replication;

import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.wal.Lsn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** START_REPLICATION with the options of pgoutput (manual: Logical Streaming Replication). */
final class StartCommand {

  private StartCommand() {}

  /**
   * @param protocolVersion the newest that the server speaks
   * @param streaming whether large transactions are sent while they are in progress
   */
  static String of(SourceSettings settings, int protocolVersion, Lsn from, boolean streaming) {
    return "START_REPLICATION SLOT %s LOGICAL %s (%s)"
        .formatted(
            Sql.identifier(settings.slot().name()),
            from,
            options(settings, protocolVersion, streaming).entrySet().stream()
                .map(option -> option.getKey() + " " + Sql.literal(option.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static Map<String, String> options(
      SourceSettings settings, int protocolVersion, boolean streaming) {
    PublicationSettings publication = settings.publication();
    Map<String, String> options = new LinkedHashMap<>();
    options.put("proto_version", Integer.toString(protocolVersion));
    if (streaming) {
      // 'parallel' would only add where a transaction aborted, which nothing here depends on.
      options.put("streaming", "on");
    }
    if (settings.slot().twoPhase()) {
      options.put("two_phase", "on"); // a slot that was not made for it is from here on
    }
    options.put("publication_names", Sql.identifier(publication.name()));
    options.put("messages", "true");
    if (publication.origin() == Origin.NONE) {
      options.put("origin", "none");
    }
    return options;
  }
}
