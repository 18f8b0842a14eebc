-- What: the letters of the people who were added before 0515.
-- Why: they are found by the searches of staff, too.
-- Locks: rows of identity.person_letters alone.
insert into identity.person_letters (user_id, letters)
select user_id, search_text from identity.person
on conflict (user_id) do nothing;
