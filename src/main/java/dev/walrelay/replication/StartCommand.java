package dev.walrelay.replication;

import dev.walrelay.replication.PublicationSettings.Origin;
import dev.walrelay.wal.Lsn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** START_REPLICATION with the options of pgoutput (manual: Logical Streaming Replication). */
final class StartCommand {

  private static final String PROTOCOL_VERSION = "1";

  private StartCommand() {}

  static String of(SourceSettings settings, Lsn from) {
    return "START_REPLICATION SLOT %s LOGICAL %s (%s)"
        .formatted(
            Sql.identifier(settings.slot().name()),
            from,
            options(settings.publication()).entrySet().stream()
                .map(option -> option.getKey() + " " + Sql.literal(option.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static Map<String, String> options(PublicationSettings publication) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("proto_version", PROTOCOL_VERSION);
    options.put("publication_names", Sql.identifier(publication.name()));
    options.put("messages", "true");
    if (publication.origin() == Origin.NONE) {
      options.put("origin", "none");
    }
    return options;
  }
}
