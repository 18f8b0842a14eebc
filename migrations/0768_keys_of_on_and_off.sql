-- What: 'On' and 'Off' have the key of their first place, which is in the course editor now; their translations follow.
-- Why: equal words share a key.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('checkout/settings/settings:settingsTexts.off', 'catalogue/course-editor/course-editor:courseEditorTexts.isOff'),
  ('checkout/settings/settings:settingsTexts.on', 'catalogue/course-editor/course-editor:courseEditorTexts.isOn')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
