-- What: texts that another file says with the same words have its key now; their translations follow.
-- Why: new texts of groups, due dates and the sandbox come before the former ones in the order of keys.
-- Locks: the few rows of settings.translation that it writes.
update settings.translation t set key = moved.new_key
from (values
  ('jobs/learning/course:courseEmailTexts.expires-soon.button', 'jobs/learning/course:courseEmailTexts.due-soon.button'),
  ('learning/enrollment/assignment:assignmentTexts.title', 'learning/account/courses-tab:courseTexts.assignment'),
  ('learning/enrollment/update-student-course-data:messages.saved', 'learning/enrollment/assignment:assignmentTexts.saved'),
  ('learning/reporting/report-list:reportListTexts.late', 'backoffice/students/students:studentWords.late'),
  ('web/pages/manage/organizations/sign-in:signInPageTexts.clientId', 'web/pages/manage/clients/sandbox-panel:sandboxPanelTexts.clientId')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
