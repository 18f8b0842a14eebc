-- no transaction
-- What: finds the files that are on their way.
-- Why: a job looks for them each minute.
-- Locks: none, the index is made concurrently.
drop index concurrently if exists learning.agency_file_on_its_way;
create index concurrently agency_file_on_its_way on learning.agency_file (next_delivery_at)
  where delivery_state in ('waiting', 'sending', 'arrived');
