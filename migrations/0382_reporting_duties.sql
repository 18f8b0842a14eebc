-- What: a completion may be owed to several receivers, each with a chain of reports of its own, and states for duties that
--      wait for another receiver's answer ('waiting'), that another receiver passes on ('watched'), and for accepted reports
--      that a correction has replaced ('replaced').
-- Why: Florida's completions go to the department and, from its certificate number on, to the clerk of the citation's county.
-- Locks: `alter table` for a moment; the checks are validated by 0384.
alter table learning.completion_report
  add column certificate_number text;

alter table learning.completion_report add constraint completion_report_state_known
  check (state in ('due', 'sending', 'accepted', 'rejected', 'retry', 'waiting', 'watched', 'replaced')) not valid;
alter table learning.completion_report drop constraint completion_report_state_check;
alter table learning.completion_report add constraint completion_report_accepted_at
  check (case state when 'accepted' then accepted_at is not null when 'replaced' then true else accepted_at is null end)
  not valid;
alter table learning.completion_report drop constraint completion_report_check;

create or replace view learning.v_completion_report with (security_invoker = true) as
select completion_report_id, student_course_id, organization_id, number, agency, state_code, state, attempt, due_at,
       accepted_at, receipt, code, message, created_at, updated_at, certificate_number
from learning.completion_report r
where not exists (select from learning.completion_report c where c.corrects_report_id = r.completion_report_id);
