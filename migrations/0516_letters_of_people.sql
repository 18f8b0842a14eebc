-- no transaction
-- What: the letters of the people who were added before 0515.
-- Why: they are found by the searches of staff, too.
-- Locks: rows of identity.person against deletion and `for update`, as their references are checked; in parts of a thousand
--        ids, each in a transaction of its own, so that nobody waits for the whole. May be repeated.
do $$ declare lowest integer; begin
  for lowest in select generate_series(min(user_id), max(user_id), 1000) from identity.person loop
    insert into identity.person_letters (user_id, letters)
    select user_id, search_text from identity.person where user_id between lowest and lowest + 999
    on conflict (user_id) do nothing; commit; end loop; end $$;
