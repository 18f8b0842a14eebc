-- What: how far a lease's time is ahead of the database's clock; zero unless that clock ran back.
-- Why: ranges of the seat time ledger never overlap. After a clock ran back, a lease goes on from its last beat, and the
--      student earns time from that moment, not only once the clock has caught up.
-- Locks: the table for a moment; a new column with a constant default writes no row.
alter table learning.seat_lease add column ahead interval not null default '0' check (ahead >= '0');
