-- no transaction
-- What: indexes for the numbers of an organization's home page: its students who passed, and its reviews.
-- Why: visitors read them, so they are counted by indexes alone.
-- Locks: none that stop readers or writers.
drop index concurrently if exists learning.student_course_passed_students;
create index concurrently student_course_passed_students on learning.student_course (organization_id, user_id)
  where passed_at is not null;
drop index concurrently if exists learning.course_review_organization;
create index concurrently course_review_organization on learning.course_review (organization_id, course_id) include (stars);
