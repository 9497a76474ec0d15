-- CRC32C over the other columns; null where a version before this one wrote the row. A cursor that
-- moved by itself would leave events out, and so would a plan with another event in it.
ALTER TABLE webhook_cursor ADD COLUMN checksum INTEGER;
ALTER TABLE webhook_plan ADD COLUMN checksum INTEGER;
