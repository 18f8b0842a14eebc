-- How an organization and its sub-organizations are supported: phone, hours, automatic answer, default assignee and the
-- categories that people choose from. A new table only: locks nothing. No foreign keys, because settings is the lowest
-- module and does not ask who an id is.

-- Null: as the nearest organization above has it, else the product's default.
create table settings.support_settings (
  organization_id integer primary key,
  phone text check (phone ~ '^[0-9]{10}$'),
  email text check (length(email) between 3 and 200),
  -- {days: 1 (Monday) to 7, from, until: 'HH:MM', timezone: an IANA name}
  hours jsonb,
  answer_en text check (length(answer_en) between 1 and 1000),
  answer_es text check (length(answer_es) between 1 and 1000),
  default_assignee integer,
  -- lk_issue_category_id of what people can choose.
  categories integer[] check (cardinality(categories) > 0),
  -- Grows with each change, so that no one overwrites what they have not seen.
  version integer not null default 1,
  -- An answer has both languages or comes from above.
  check (num_nonnulls(answer_en, answer_es) in (0, 2))
);
select platform.protect_tenant_table('settings.support_settings'::regclass);
-- What an organization sets holds for its sub-organizations, so they may read it.
create policy inherited on settings.support_settings for select
  using (exists (select from identity.organization_closure c
                 where c.ancestor_id = support_settings.organization_id
                   and (select platform.tenants()) @> c.descendant_id));

-- Processes remember what pages show of it, and forget it when it changes.
create function settings.tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', tg_argv[0]);
  return null;
end $$;
create trigger tell_change after insert or update or delete on settings.support_settings
  for each statement execute function settings.tell_change('support');
