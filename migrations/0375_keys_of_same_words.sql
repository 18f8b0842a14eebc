-- What: two texts that another file says with the same words have its key now; their translations follow.
-- Locks: the few rows of settings.translation that it writes.
update settings.translation t set key = moved.new_key
from (values
  ('catalogue/course-editor/course-editor:courseEditorTexts.correct', 'catalogue/course-editor/area-editor:areaEditorTexts.correct'),
  ('catalogue/rich-text/editor/editor:editorTexts.image', 'catalogue/course-editor/course-editor:courseEditorTexts.picture')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
