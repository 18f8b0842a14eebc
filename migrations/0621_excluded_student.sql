-- What: what a student stated, or staff recorded, that the course's program excludes, and when.
-- Why: such a statement must hold: another choice is possible only after staff have corrected it with a reason.
-- Locks: learning.registration for a moment.
alter table learning.registration add column excluded_at timestamptz, add column excluded jsonb;
