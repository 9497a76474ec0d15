-- Webhook subscriptions: durable cursors over the log. Event ids are their text, times are
-- milliseconds since 1970.
CREATE TABLE webhook_subscription (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT    NOT NULL UNIQUE,
  declared   INTEGER NOT NULL, -- 1: by the operator's settings, 0: by the API
  spec       BLOB    NOT NULL, -- JSON, encrypted
  state      TEXT    NOT NULL,
  reason     TEXT,             -- why it is not active
  created_at INTEGER NOT NULL
);

CREATE TABLE webhook_secret (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  subscription INTEGER NOT NULL REFERENCES webhook_subscription ON DELETE CASCADE,
  scheme       TEXT    NOT NULL, -- v1 or v1a
  sealed       BLOB    NOT NULL, -- encrypted
  created_at   INTEGER NOT NULL,
  valid_until  INTEGER           -- of one that was replaced
);

CREATE INDEX webhook_secret_subscription ON webhook_secret (subscription);

-- How far a subscription is: everything up to the position is done.
CREATE TABLE webhook_cursor (
  subscription INTEGER PRIMARY KEY REFERENCES webhook_subscription ON DELETE CASCADE,
  position     TEXT    NOT NULL,
  head         INTEGER NOT NULL, -- number of the first delivery that is not finished
  finished     BLOB    NOT NULL, -- numbers above it that are
  failing      BLOB    NOT NULL  -- attempts of those that were tried and are not finished
);

-- Deliveries that were decided on before their first attempt, so that each attempt has the same
-- events. A row holds many; those below the cursor's head are removed with the next one.
CREATE TABLE webhook_plan (
  subscription INTEGER NOT NULL REFERENCES webhook_subscription ON DELETE CASCADE,
  first        INTEGER NOT NULL,
  past_last    INTEGER NOT NULL,
  deliveries   BLOB    NOT NULL,
  PRIMARY KEY (subscription, first)
) WITHOUT ROWID;

CREATE TABLE webhook_dead_letter (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  subscription INTEGER NOT NULL REFERENCES webhook_subscription ON DELETE CASCADE,
  delivery     TEXT    NOT NULL, -- its webhook-id
  events       INTEGER NOT NULL,
  attempts     INTEGER NOT NULL,
  failed_at    INTEGER NOT NULL,
  status       INTEGER NOT NULL,
  reason       TEXT    NOT NULL,
  answer       TEXT    NOT NULL,
  replaying    INTEGER NOT NULL, -- 1: to be delivered before anything else
  content_type TEXT    NOT NULL,
  size         INTEGER NOT NULL,
  body         BLOB    NOT NULL  -- gzip
);

CREATE INDEX webhook_dead_letter_subscription ON webhook_dead_letter (subscription, id);

-- The latest attempts; each takes the slot of the oldest.
CREATE TABLE webhook_attempt (
  subscription INTEGER NOT NULL REFERENCES webhook_subscription ON DELETE CASCADE,
  slot         INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  delivery     TEXT    NOT NULL,
  attempt      INTEGER NOT NULL,
  outcome      TEXT    NOT NULL,
  status       INTEGER NOT NULL,
  millis       INTEGER NOT NULL,
  detail       TEXT    NOT NULL,
  answer       TEXT    NOT NULL,
  PRIMARY KEY (subscription, slot)
) WITHOUT ROWID;
