-- What: no index of the courses that wait for staff.
-- Why: tiles alone read it, and their numbers are kept now (0235). Lists find such courses by student_course_status.
-- Cost: less for writers of a course that begins or ends to wait.
-- Locks: learning.student_course for a moment.

drop index learning.student_course_waiting;
