-- no transaction
-- What: the index over the letters of people.
-- Why: it finds letters anywhere within a text.
-- Locks: none that writers wait for.
drop index concurrently if exists identity.person_letters_trigrams;
create index concurrently person_letters_trigrams on identity.person_letters using gin (letters public.gin_trgm_ops);
