-- What: an index of the tickets that are about the content of a course.
-- Why: staff narrow their list to one course, and the choices are the courses that tickets are about.
-- Locks: writes to support.ticket while the index is built.
create index ticket_course on support.ticket (organization_id, course_id) where lk_issue_category_id = 6;
