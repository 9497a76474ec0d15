-- CRC32C over the other columns; null where a version before this one wrote the row last. A wrong
-- position would be worse than lost events: nobody would ever know what was left out.
ALTER TABLE log_state ADD COLUMN checksum INTEGER;
