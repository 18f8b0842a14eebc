-- What: the client that opened a ticket or wrote a message.
-- Why: partners' programs open and answer tickets with their key.
-- Locks: `alter table` for a moment; the columns have no default. No references, as with other columns of clients.
alter table support.ticket add column created_by_client integer;
alter table support.message add column sender_client_id integer;
