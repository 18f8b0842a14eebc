-- Staff write notices and banners. What an organization announces holds for its sub-organizations, so they may read it; a
-- banner has a schedule, and a notice a version against lost updates. Columns without a rewrite and two policies: an
-- exclusive lock on two small tables for a moment.

alter table settings.system_notice add column version integer not null default 1;
alter table settings.banner
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add check (ends_at > starts_at);

create policy inherited on settings.system_notice for select
  using (exists (select from identity.organization_closure c
                 where c.ancestor_id = system_notice.organization_id
                   and (select platform.tenants()) @> c.descendant_id));
create policy inherited on settings.banner for select
  using (exists (select from identity.organization_closure c
                 where c.ancestor_id = banner.organization_id
                   and (select platform.tenants()) @> c.descendant_id));
