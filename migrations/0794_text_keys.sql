-- What: three texts have other keys; their translations and changed words follow.
-- Why: texts with equal words share the key of the first one.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('learning/reporting/resubmit-completion:licenseState', 'learning/registration/driver-license:licenseTexts.chooseState'),
  ('web/pages/auditor/auditor:auditorTexts.numbers', 'learning/certificates/stock:stockTexts.backToNumbers'),
  ('web/pages/student/dashboard:dashboardTexts.validUntil', 'learning/account/certificates-tab:certificateTexts.validUntil')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
