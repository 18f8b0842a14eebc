-- What: the checks of 0382 hold for all rows; the chain of 0383 takes the place of the one for each completion.
-- Why: see 0382.
-- Locks: the validation reads the table beside its users; `drop constraint` for a moment.
alter table learning.completion_report validate constraint completion_report_state_known;
alter table learning.completion_report validate constraint completion_report_accepted_at;
alter table learning.completion_report drop constraint completion_report_student_course_id_number_key;
