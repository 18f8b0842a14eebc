-- What: thirteen texts have other keys; their translations and changed words follow.
-- Why: phrases of rules, notifications and error texts are named for what they are.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('catalogue/certificate-templates/template.schema:Wording.error', 'catalogue/certificate-templates/template.schema:FieldText.error'),
  ('catalogue/programs/rule-words:words.ageBetween', 'catalogue/programs/rule-words:phrases.ageBetween'),
  ('catalogue/programs/rule-words:words.ageFrom', 'catalogue/programs/rule-words:phrases.ageFrom'),
  ('catalogue/programs/rule-words:words.atLeast', 'catalogue/programs/rule-words:phrases.atLeast'),
  ('catalogue/programs/rule-words:words.between', 'catalogue/programs/rule-words:phrases.between'),
  ('catalogue/programs/rule-words:words.immediately', 'catalogue/programs/rule-words:phrases.immediately'),
  ('catalogue/programs/rule-words:words.lockout', 'catalogue/programs/rule-words:phrases.lockout'),
  ('catalogue/programs/rule-words:words.within', 'catalogue/programs/rule-words:phrases.within'),
  ('checkout/charges/charge.schema:notDollars', 'checkout/charges/charge.schema:dollarsError'),
  ('identity/own-sites/recheck-own-sites:siteBell.failing', 'identity/own-sites/recheck-own-sites:siteNotificationTexts.failing'),
  ('identity/own-sites/recheck-own-sites:siteBell.lost', 'identity/own-sites/recheck-own-sites:siteNotificationTexts.lost'),
  ('platform/http/failure:failed', 'platform/http/failure:failedText'),
  ('support/replies/saved-replies:missing', 'support/replies/saved-replies:missingText')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
