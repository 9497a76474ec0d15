package dev.walrelay.pipeline;

import dev.walrelay.eventlog.LogPosition;
import java.util.List;

/** Told what has become durable, on the log's writing thread. */
@FunctionalInterface
public interface StoredListener {

  /** These handovers are on disk, and the log reaches to that position. */
  void stored(List<Handover> handovers, LogPosition position);
}
