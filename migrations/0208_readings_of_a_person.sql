-- What: an index of how far a person has read each ticket.
-- Why: the list of tickets counts what its reader has not read yet among all that match, in one pass.
-- Locks: writes to support.reading while the index is built.
create index reading_reader on support.reading (user_id, issue_id) include (last_read);
