-- What: the parts of an outline that were deleted from a draft, with all they held, until the draft is published.
-- Why: a draft is saved while it is written, so a deletion is stored before its author undoes it, and before another author
--      who still has the part keeps their own outline.
-- Locks: none that last.

create table catalogue.removed_part (
  course_version_id integer not null,
  kind text not null check (kind in ('chapter', 'section', 'component')),
  part_id integer not null,
  organization_id integer not null,
  -- Of a component: its row, and the questions of a quiz.
  component jsonb,
  questions jsonb not null default '[]',
  primary key (course_version_id, kind, part_id),
  foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade
);
create trigger owner before insert on catalogue.removed_part
  for each row execute function catalogue.take_owner_of_version();
alter table catalogue.removed_part enable row level security, force row level security;
create policy tenant on catalogue.removed_part
  using ((nullif((select platform.tenants()) @> organization_id, false)) is not null);
