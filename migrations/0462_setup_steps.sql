-- What: the steps of a school's set-up that its staff marked as not needed.
-- Why: the home page of staff lists what is still open before a school can sell and issue certificates, read from data;
-- a step that a school does not need must be able to go.
-- Four texts are declared elsewhere now, so their translations follow.
-- Locks: rows of settings.translation; otherwise a new table.
create table backoffice.skipped_step (
  organization_id integer not null references identity.organization,
  step text not null check (length(step) between 1 and 40),
  user_id integer not null,
  at timestamptz not null default platform.now(),
  primary key (organization_id, step)
);
select platform.protect_tenant_table('backoffice.skipped_step'::regclass);

update settings.translation t set key = moved.new_key
from (values
  ('backoffice/lookups:lk_user_tile_type.2', 'backoffice/home/home:homeTexts.enrollments'),
  ('backoffice/lookups:lk_user_tile_type.3', 'backoffice/home/home:homeTexts.sales'),
  ('backoffice/people/people:peopleWords.removeStudentLead', 'backoffice/people/people:peopleWords.removeSupportLead'),
  ('learning/proofs/footprint:footprintTexts.staff', 'backoffice/palette/palette:paletteTexts.staff')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
