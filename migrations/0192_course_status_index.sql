-- What: an index of the courses of students by their status.
-- Why: the lists of what staff review show courses in one status, few of many: without it they, and their count, read
-- every submission.
-- Locks: writes to learning.student_course while the index is built.
create index student_course_status on learning.student_course (lk_student_course_status_id, student_course_id);
