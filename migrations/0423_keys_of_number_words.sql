-- What: words of the account of certificate numbers that other pages say as well; their translations follow.
-- Why: they have another key.
-- Locks: the few rows of settings.translation that it writes.
update settings.translation t set key = moved.new_key
from (values
  ('learning/reporting/accounts/agency-pages:agencyPageTexts.receipt', 'learning/certificates/stock:stockTexts.number'),
  ('learning/verification/methods/phone/phone:phoneTexts.until', 'learning/certificates/stock:stockTexts.until'),
  ('web/pages/manage/settings/translations:translationPageTexts.product', 'learning/certificates/stock:stockTexts.original')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
