-- What: words that the pages of agencies say as well have another key; their translations follow.
-- Locks: the few rows of settings.translation that it writes.
update settings.translation t set key = moved.new_key
from (values
  ('learning/reporting/course-agencies:courseAgencyTexts.back', 'learning/reporting/accounts/agency-pages:agencyPageTexts.reports'),
  ('platform/grid/grid:gridWords.number', 'learning/reporting/accounts/agency-pages:agencyPageTexts.receipt'),
  ('web/account/account:accountWords.account', 'learning/reporting/accounts/agency-pages:agencyPageTexts.account')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
