-- no transaction
-- What: the index over the letters of tickets.
-- Why: it finds letters anywhere within a text.
-- Locks: none that writers wait for.
drop index concurrently if exists support.ticket_letters;
create index concurrently ticket_letters on support.ticket using gin (support.ticket_letters(
  issue_name, reporter_first_name, reporter_last_name, visitor_name, visitor_email) public.gin_trgm_ops);
