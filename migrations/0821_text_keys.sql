-- What: ten texts have other keys; their translations and changed words follow.
-- Why: the templates to start with and the default texts of true or false are named for what they are.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('catalogue/certificate-templates/starters:starters.design.body', 'catalogue/certificate-templates/starters:starterTemplates.design.body'),
  ('catalogue/certificate-templates/starters:starters.design.body#2', 'catalogue/certificate-templates/starters:starterTemplates.design.body#2'),
  ('catalogue/certificate-templates/starters:starters.design.body#3', 'catalogue/certificate-templates/starters:starterTemplates.design.body#3'),
  ('catalogue/certificate-templates/starters:starters.design.subtitle', 'catalogue/certificate-templates/starters:starterTemplates.design.subtitle'),
  ('catalogue/certificate-templates/starters:starters.design.subtitle#2', 'catalogue/certificate-templates/starters:starterTemplates.design.subtitle#2'),
  ('catalogue/certificate-templates/starters:starters.design.subtitle#3', 'catalogue/certificate-templates/starters:starterTemplates.design.subtitle#3'),
  ('catalogue/certificate-templates/starters:starters.design.title', 'catalogue/certificate-templates/starters:starterTemplates.design.title'),
  ('catalogue/certificate-templates/starters:starters.design.title#2', 'catalogue/certificate-templates/starters:starterTemplates.design.title#2'),
  ('catalogue/questions/question-types:questionTypes.true_or_false.fills', 'catalogue/questions/question-types:questionTypes.true_or_false.defaultTexts'),
  ('catalogue/questions/question-types:questionTypes.true_or_false.fills#2', 'catalogue/questions/question-types:questionTypes.true_or_false.defaultTexts#2')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
