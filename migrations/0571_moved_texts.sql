-- What: a text whose file moved has another key; its translations and changed words follow.
-- Why: the name of a recording's player belongs to the player, which the preview of courses shows, too.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('web/pages/course/player:playerTexts.narration', 'learning/player/listen:listenTexts.recording')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
