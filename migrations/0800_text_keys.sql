-- What: one text has another key; its translations and changed words follow.
-- Why: its file is named after the scope that it decides on.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values ('identity/people/reach:needsAdmin', 'identity/people/people-scope:needsAdmin')) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
