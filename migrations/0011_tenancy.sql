-- Row level security as the second line of tenant isolation (the first is the scope in every query). The application
-- works as `waypost_app`, which owns nothing and bypasses nothing; whose rows it sees is said by the setting
-- `waypost.scope`: ids of organizations, or 'all' for the server's own look-ups and jobs, or nothing: then no row.
-- Takes a short exclusive lock on each tenant table; rewrites none.

-- Roles belong to the whole server: several databases may make them at the same moment.
do $$ begin
  create role waypost_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
-- The login of the server takes the role on when it connects.
do $$ begin
  execute format('grant waypost_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'waypost_app', 'member') then raise; end if;
end $$;

create function platform.every_tenant() returns boolean
  language sql stable parallel safe
  as $$ select current_setting('waypost.scope', true) = 'all' $$;

create function platform.tenants() returns integer[]
  language sql stable parallel safe
  as $$ select string_to_array(nullif(nullif(current_setting('waypost.scope', true), 'all'), ''), ',')::integer[] $$;

-- Puts a tenant table behind the policy. The sub-selects are evaluated once a statement, not once a row.
create function platform.protect_tenant_table(protected regclass) returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('alter table %s force row level security', protected);
  execute format(
    'create policy tenant on %s using ((select platform.every_tenant()) or organization_id = any ((select platform.tenants())::integer[]))',
    protected);
end $$;

-- What waypost_app may do in a schema: rows, never structure. Says so for tables that later migrations make, too.
create function platform.open_schema(opened regnamespace) returns void
  language plpgsql as $$
begin
  execute format('grant usage on schema %s to waypost_app', opened);
  execute format('grant select, insert, update, delete on all tables in schema %s to waypost_app', opened);
  execute format('grant usage on all sequences in schema %s to waypost_app', opened);
  execute format('alter default privileges in schema %s grant select, insert, update, delete on tables to waypost_app', opened);
  execute format('alter default privileges in schema %s grant usage on sequences to waypost_app', opened);
end $$;

select platform.open_schema(name::regnamespace)
from unnest(array['platform', 'identity', 'catalogue', 'learning', 'checkout', 'settings']) as name;

-- The trail is written and read, and never changed, whoever asks.
revoke update, delete on platform.audit_event from waypost_app;
revoke insert, update, delete on platform.migration from waypost_app;

select platform.protect_tenant_table(format('%I.%I', n.nspname, c.relname)::regclass)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
where c.relkind = 'r'
  and n.nspname in ('platform', 'identity', 'catalogue', 'learning', 'checkout', 'settings')
  and format('%s.%s', n.nspname, c.relname) <> 'catalogue.course';

-- A course is read by every organization that sells it, and written by its owner alone.
alter table catalogue.course enable row level security;
alter table catalogue.course force row level security;
create policy tenant on catalogue.course
  using ((select platform.every_tenant())
         or organization_id = any ((select platform.tenants())::integer[])
         or course_id in (select w.course_id from catalogue.course_website w))
  with check ((select platform.every_tenant()) or organization_id = any ((select platform.tenants())::integer[]));

-- A view without this runs with the rights of its owner and would show every tenant.
do $$ declare shown regclass; begin
  for shown in
    select format('%I.%I', n.nspname, c.relname)::regclass
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname in ('identity', 'catalogue', 'learning', 'checkout', 'settings', 'platform')
  loop
    execute format('alter view %s set (security_invoker = true)', shown);
  end loop;
end $$;
