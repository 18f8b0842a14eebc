-- What: the texts of license classes have other keys; their translations and changed words follow.
-- Why: the account and uploads use the classes, too.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('catalogue/programs/program-questions:classes', 'catalogue/programs/license-classes:licenseClasses.A'),
  ('catalogue/programs/program-questions:classes#2', 'catalogue/programs/license-classes:licenseClasses.B'),
  ('catalogue/programs/program-questions:classes#3', 'catalogue/programs/license-classes:licenseClasses.P'),
  ('catalogue/programs/program-questions:classes#4', 'catalogue/programs/license-classes:licenseClasses.S'),
  ('catalogue/programs/program-questions:classes#5', 'catalogue/programs/license-classes:licenseClasses.H')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
