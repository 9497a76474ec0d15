package dev.walrelay.postgres;

/** How a server goes down (manual: pg_ctl). */
public enum StopMode {
  /** Sessions are ended in an orderly way, walsenders last. */
  FAST("SIGINT"),
  /** As in a crash: nobody is told, recovery follows. */
  IMMEDIATE("SIGQUIT");

  private final String signal;

  StopMode(String signal) {
    this.signal = signal;
  }

  String signal() {
    return signal;
  }

  String pgCtlName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
