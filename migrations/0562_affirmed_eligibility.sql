-- What: what a student affirmed about the citation and the license when the registration was submitted.
-- Why: programs exclude violations and commercial licenses in words that only the student can compare with the citation.
-- Locks: learning.registration for a moment.
alter table learning.registration add column affirmed_at timestamptz, add column affirmed jsonb;
