-- What: the audit log of one course in its order, and the finished attempts at one quiz.
-- Why: the history of a course read all course events of its organization; the export of a quiz's answers goes through its
-- attempts in batches.
-- Locks: writers of platform.audit_event and learning.quiz_attempt wait while an index of each is built.

drop index platform.audit_event_course;
create index audit_event_course
  on platform.audit_event (organization_id, subject, at desc, audit_event_id desc) where subject like 'course_id:%';

create index quiz_attempt_quiz on learning.quiz_attempt (quiz_id, quiz_attempt_id) where submitted_at is not null;
