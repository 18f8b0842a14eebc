-- no transaction
-- What: the enrollments of an organization in the order of their ids, and the questions of a client about accounts.
-- Why: the list of enrollments reads a page at a time, and a client's questions are counted.
-- Locks: none that writers wait for.
drop index concurrently if exists learning.student_course_pages;
create index concurrently student_course_pages on learning.student_course (organization_id, student_course_id);
drop index concurrently if exists identity.account_guess_client;
create index concurrently account_guess_client on identity.account_guess (client_id, at) where client_id is not null;
