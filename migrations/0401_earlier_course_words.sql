-- What: the words of the course versions that were written before 0400.
-- Why: they are found by the search of the catalogue, too.
-- Locks: rows of catalogue.course_words alone.
insert into catalogue.course_words (course_version_id, organization_id, words, letters)
select course_version_id, organization_id, catalogue.words_of(name, excerpt, description),
       left(platform.search_form(name || ' ' || excerpt), 400)
from catalogue.course_version
on conflict (course_version_id) do nothing;
