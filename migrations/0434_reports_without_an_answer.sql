-- What: whether an agency's own service was asked and has not answered, so that it may have the completion.
-- Why: these services are not known to recognize a repetition. Such a report is sent again only after a person has looked.
-- Locks: `alter table` for a moment; the view is replaced.
alter table learning.completion_report add column unanswered_ind boolean not null default false;

create or replace view learning.v_completion_report with (security_invoker = true) as
select completion_report_id, student_course_id, organization_id, number, agency, state_code, state, attempt, due_at,
       accepted_at, receipt, code, message, created_at, updated_at, certificate_number, sent_at, handed_over_ind, posted_on,
       unanswered_ind
from learning.completion_report r
where not exists (select from learning.completion_report c where c.corrects_report_id = r.completion_report_id);
