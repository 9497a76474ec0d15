-- Major version of the server that the log was last filled from, 0 where that was not remembered: it
-- tells a server that was upgraded from another one. Not under the checksum, since no position
-- depends on it alone.
ALTER TABLE log_state ADD COLUMN source_version INTEGER NOT NULL DEFAULT 0;
