-- What: the driver license of a person, with its number sealed, and the sealed license numbers of uploaded rows.
-- Why: a license is given once, in the account, by staff, in a registration or in an upload, and serves all courses.
-- Locks: none that writers wait for; the table is new, and the new column has no default.
create table learning.driver_license (
  user_id integer primary key,
  organization_id integer not null references identity.organization,
  license_number jsonb,
  -- The state that issued it.
  lk_state_id integer check (lk_state_id between 1 and 59),
  license_class text check (length(license_class) between 1 and 60),
  updated_at timestamptz not null default platform.now(),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.driver_license'::regclass);

alter table backoffice.student_upload_row add column license_number jsonb;
