-- What the picture of a course shows, for people who cannot see it: of each version, like the picture itself. A column with
-- a constant default, so no row is rewritten; a short exclusive lock on catalogue.course_version.
alter table catalogue.course_version
  add column image_alt text not null default '' check (length(image_alt) <= 500);
