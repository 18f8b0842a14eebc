-- no transaction
-- What: an index of the questions by the file of the media library that is their picture.
-- Why: each request for a file asks which versions of courses show it, and a deletion asks who still uses it.
-- Locks: none that blocks reading or writing; the index is made concurrently.
drop index concurrently if exists catalogue.question_picture;
create index concurrently question_picture
  on catalogue.question ((substring(configuration #>> '{picture,src}' from '^/media/([0-9]{1,9})/')::integer))
  where (configuration #>> '{picture,src}') is not null;
