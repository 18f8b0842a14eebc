-- What: whether a student lets visitors read a review, with the first name.
-- Why: pages of courses show reviews. Reviews of before were written for the school alone and stay so.
-- Locks: `alter table` for a moment, a constant default.
alter table learning.course_review add column public_ind boolean not null default false;
