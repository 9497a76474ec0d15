-- What is in a block, so that a reader who wants nothing of it does not read it. A block may have
-- none: it was written by a version before this one, may still be joined, or has too many subjects.
CREATE TABLE block_summary (
  last_id  BLOB    PRIMARY KEY, -- the block's
  after_id BLOB    NOT NULL,    -- the last event before the block
  contents BLOB    NOT NULL,    -- the operations on each subject
  checksum INTEGER NOT NULL     -- CRC32C over the other columns
) WITHOUT ROWID;
