-- What: words that the email with a certificate says as well have another key; their translations follow.
-- Locks: the few rows of settings.translation that it writes.
update settings.translation t set key = moved.new_key
from (values
  ('backoffice/advance/advance:advanceTexts.course', 'jobs/learning/certificate:certificateEmailTexts.course'),
  ('backoffice/reports/definitions/words:reportColumnTexts.certificate', 'jobs/learning/certificate:certificateEmailTexts.number'),
  ('web/pages/manage/certificates/certificate:certificatePageTexts.name', 'jobs/learning/certificate:certificateEmailTexts.student')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
