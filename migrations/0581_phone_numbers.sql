-- no transaction
-- What: an index over phone numbers.
-- Why: staff find people by a phone number, in lists, in the palette and in tickets.
-- Locks: none that writers wait for.
drop index concurrently if exists identity.phone_number;
create index concurrently phone_number on identity.phone (phone_number, user_id);
