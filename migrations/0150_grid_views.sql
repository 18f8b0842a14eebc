-- What: lists that staff save under a name, their own or shared on a site, and how each keeps the columns of a list.
-- Why: the same few filters are wanted every day; columns, their order and widths are a matter of the person.
-- Locks: new tables only.

create table backoffice.grid_view (
  grid_view_id integer generated always as identity primary key,
  -- The site on which it was saved: it is seen there alone.
  organization_id integer not null references identity.organization (organization_id) on delete cascade,
  -- Who saved it; staff of an organization above work on this site, too.
  user_id integer not null references identity.person (user_id) on delete cascade,
  -- The list by its call: 'student/fetch'.
  grid text not null check (length(grid) between 1 and 100),
  name text not null check (length(name) between 1 and 60),
  -- Filters, order and columns in the words of the list's address.
  query text not null check (length(query) <= 4000),
  shared_ind boolean not null default false,
  -- What everyone of the site begins with who has chosen nothing else.
  default_ind boolean not null default false,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  unique (grid_view_id, organization_id),
  unique (organization_id, grid, user_id, name),
  check (shared_ind or not default_ind)
);
create unique index grid_view_default on backoffice.grid_view (organization_id, grid) where default_ind;
create index grid_view_user on backoffice.grid_view (user_id);
select platform.protect_tenant_table('backoffice.grid_view'::regclass);

create table backoffice.grid_layout (
  organization_id integer not null references identity.organization (organization_id) on delete cascade,
  user_id integer not null references identity.person (user_id) on delete cascade,
  grid text not null check (length(grid) between 1 and 100),
  -- Names in their order; null for those shown at first.
  columns jsonb,
  -- {name: step}
  widths jsonb not null default '{}',
  -- Whether the person has chosen what the list begins with; without a view it is the whole list.
  chosen_ind boolean not null default false,
  grid_view_id integer,
  updated_at timestamptz not null default platform.now(),
  primary key (user_id, organization_id, grid),
  check (chosen_ind or grid_view_id is null),
  foreign key (grid_view_id, organization_id)
    references backoffice.grid_view (grid_view_id, organization_id) on delete set null (grid_view_id)
);
create index grid_layout_view on backoffice.grid_layout (grid_view_id);
create index grid_layout_organization on backoffice.grid_layout (organization_id);
select platform.protect_tenant_table('backoffice.grid_layout'::regclass);
