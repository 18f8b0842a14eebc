-- no transaction
-- What: an index of the sessions that began with a client's link.
-- Why: they end with their client.
-- Locks: none; the index is made beside its users.
drop index concurrently if exists identity.session_client;
create index concurrently session_client on identity.session (client_id) where client_id is not null and ended_at is null;
