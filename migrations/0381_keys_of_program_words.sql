-- What: words that the programs say as well have another key; their translations follow.
-- Locks: the few rows of settings.translation that it writes.
update settings.translation t set key = moved.new_key
from (values
  ('identity/lookups:lk_user_role.2', 'catalogue/programs/rules:rules.content.instructor.label'),
  ('identity/profile/form/general:generalTexts.phone', 'catalogue/programs/student-data:studentData.phone'),
  ('learning/account/courses-tab:courseTexts.identityChecks', 'catalogue/programs/rules:timeParts.identity_checks'),
  ('learning/proofs/footprint:footprintTexts.duration', 'catalogue/programs/rules:rules.course.minimum_minutes.label'),
  ('learning/quiz/quiz:quizTexts.passingGrade', 'catalogue/programs/rules:rules.exam.passing_percent.label'),
  ('learning/submissions/submissions:submissionTexts.quizzes', 'catalogue/programs/rules:timeParts.quizzes'),
  ('platform/download-words:words.minutes', 'catalogue/programs/rules:ruleUnits.minutes'),
  ('platform/download-words:words.seconds', 'catalogue/programs/rules:ruleUnits.seconds'),
  ('platform/grid/grid:gridWords.opLeast', 'catalogue/programs/programs:programTexts.atLeast'),
  ('support/chat/chat:chatTexts.filter', 'catalogue/programs/programs:programTexts.show'),
  ('web/drawer:groups.entries#8', 'web/drawer:groups.entries#7'),
  ('web/pages/catalogue/catalogue:words.hours', 'catalogue/programs/rules:ruleUnits.hours'),
  ('web/pages/manage/certificates/certificate:certificatePageTexts.license', 'catalogue/programs/student-data:studentData.driver_license')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
