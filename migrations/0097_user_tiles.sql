-- What: the tiles that a member of staff keeps on a page, in their order.
-- Why: each chooses what to see; the numbers themselves are counted when they are looked at.
-- Locks: none, a new table.

create table backoffice.user_tile (
  user_tile_id integer generated always as identity primary key,
  organization_id integer not null,
  user_id integer not null,
  application_path text not null check (length(application_path) between 1 and 60),
  lk_user_tile_type_id integer not null,
  position integer not null check (position >= 1),
  created_at timestamptz not null default platform.now(),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade,
  unique (user_id, application_path, lk_user_tile_type_id)
);
select platform.protect_tenant_table('backoffice.user_tile'::regclass);
