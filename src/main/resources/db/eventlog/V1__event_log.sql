-- Events, many to a row, immutable: what is merged gets a new row under a new sequence.
-- Ids are 12 bytes, position then ordinal, big-endian, so that they sort in stream order.
CREATE TABLE event_block (
  sequence         INTEGER PRIMARY KEY,
  first_id         BLOB    NOT NULL,
  last_id          BLOB    NOT NULL,
  last_commit_time INTEGER NOT NULL, -- latest commit in it or before it, microseconds since 1970
  stored_at        INTEGER NOT NULL, -- of the newest event in it, milliseconds since 1970
  raw_bytes        INTEGER NOT NULL, -- the events' JSON, decompressed
  stored_bytes     INTEGER NOT NULL, -- the payload; here so that retention need not read payloads
  format           INTEGER NOT NULL, -- how the payload is written
  checksum         INTEGER NOT NULL, -- CRC32C of the payload
  payload          BLOB    NOT NULL
);

CREATE UNIQUE INDEX event_block_last_id ON event_block (last_id);
CREATE INDEX event_block_commit_time ON event_block (last_commit_time, sequence);

-- One row. The total is kept, not summed up, so that a large log opens at once.
CREATE TABLE log_state (
  id                INTEGER PRIMARY KEY CHECK (id = 1),
  last_id           BLOB    NOT NULL,
  flushed           INTEGER NOT NULL,
  floor_id          BLOB    NOT NULL,
  stored_bytes      INTEGER NOT NULL,
  system_identifier TEXT,
  timeline          INTEGER,
  epoch             INTEGER
);

INSERT INTO log_state (id, last_id, flushed, floor_id, stored_bytes)
VALUES (1, X'000000000000000000000000', 0, X'000000000000000000000000', 0);
