-- What: the words of each course version (name, excerpt, description) as a text search vector, and the letters of its name
-- and excerpt for comparing by trigrams. A trigger keeps both current.
-- Why: visitors search the catalogue with words of the description, in either language, and with typing errors.
-- pg_trgm is a trusted extension: the owner of the database may create it without being a superuser.
-- Locks: catalogue.course_version for a moment, for its trigger. 0401 fills the table.
create extension if not exists pg_trgm with schema public;

create table catalogue.course_words (
  course_version_id integer primary key,
  organization_id integer not null,
  words tsvector not null,
  letters text not null,
  foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade
);
-- Visitors read what sellers of other organizations sell, as they read the versions themselves.
create policy published on catalogue.course_words for select using (exists (
  select from catalogue.course_version v
  where v.course_version_id = course_words.course_version_id and v.published_at is not null));
select platform.protect_tenant_table('catalogue.course_words'::regclass);

-- Both languages, whatever the language of the course: an English course may explain a Spanish word.
create function catalogue.words_of(name text, excerpt text, description text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector('english', platform.search_form(name)), 'A')
      || setweight(to_tsvector('spanish', platform.search_form(name)), 'A')
      || setweight(to_tsvector('english', platform.search_form(excerpt)), 'B')
      || setweight(to_tsvector('spanish', platform.search_form(excerpt)), 'B')
      || setweight(to_tsvector('english', platform.search_form(left(description, 20000))), 'C')
      || setweight(to_tsvector('spanish', platform.search_form(left(description, 20000))), 'C')
$$;

create function catalogue.write_course_words() returns trigger language plpgsql as $$
begin
  insert into catalogue.course_words (course_version_id, organization_id, words, letters)
  values (new.course_version_id, new.organization_id, catalogue.words_of(new.name, new.excerpt, new.description),
          left(platform.search_form(new.name || ' ' || new.excerpt), 400))
  on conflict (course_version_id) do update set words = excluded.words, letters = excluded.letters;
  return null;
end $$;

create trigger words_written after insert on catalogue.course_version
  for each row execute function catalogue.write_course_words();
create trigger words_changed after update of name, excerpt, description on catalogue.course_version
  for each row when (old.name is distinct from new.name or old.excerpt is distinct from new.excerpt
                     or old.description is distinct from new.description)
  execute function catalogue.write_course_words();
