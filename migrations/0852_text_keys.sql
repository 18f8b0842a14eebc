-- What: three texts have other keys; their translations and changed words follow.
-- Why: the same words now stand earlier, in the settings of an agency's account and in the list of certificates.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('learning/reporting/agencies/dicds/fields:dicdsFields.choices.completion', 'learning/reporting/agencies/dicds/fields:dicdsFields.claims.text#2'),
  ('web/pages/manage/people/student-detail:studentDetailTexts.awaitsAnswer', 'learning/account/certificates-tab:certificateTexts.awaitsAnswer'),
  ('web/pages/manage/people/student-detail:studentDetailTexts.awaitsStock', 'learning/account/certificates-tab:certificateTexts.awaitsStock')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
