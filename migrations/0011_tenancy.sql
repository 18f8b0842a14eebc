-- Row level security as the second line of tenant isolation (the first is the scope in every query). The application
-- works as `waypost_app`, which owns nothing and bypasses nothing; whose rows it sees is said by the setting
-- `waypost.scope`: a multirange of organization ids, '{[1,4),[9,10)}' for 1, 2, 3 and 9, '{(,)}' for every tenant.
-- Where nothing is set no row is seen. docs/tenancy.md says why it is built like this.
-- Takes a short exclusive lock on each tenant table; rewrites identity.person for its two new columns.

-- Roles belong to the whole server: several databases may make them at the same moment, or an administrator before.
do $$ begin
  if not exists (select from pg_roles where rolname = 'waypost_app') then
    create role waypost_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
-- The login of the server takes the role on when it connects.
do $$ begin
  execute format('grant waypost_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'waypost_app', 'member') then raise; end if;
end $$;

create function platform.tenants() returns int4multirange
  language sql stable parallel safe
  as $$ select nullif(current_setting('waypost.scope', true), '')::int4multirange $$;

-- Puts a tenant table behind the policy. The sub-selects are evaluated once a statement, not once a row; a search in a
-- multirange is cheap however many organizations it holds. `nullif(..., false) is not null` is the same as the
-- condition in it, except that the planner takes it to be nearly always true: as it is, since every query names its
-- organizations itself. Without it each table of a join would count for a two-hundredth of its rows.
create function platform.protect_tenant_table(protected regclass) returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('alter table %s force row level security', protected);
  execute format(
    'create policy tenant on %s using (nullif((select platform.tenants()) @> organization_id, false) is not null)',
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

-- The trail is written and read, and never changed, whoever asks; 0 stands for the server itself.
revoke update, delete on platform.audit_event from waypost_app;
alter table platform.audit_event alter organization_id set not null;
revoke insert, update, delete on platform.migration from waypost_app;
-- A moved clock credits time that never passed: tests move it, as owners.
revoke insert, update, delete on platform.clock from waypost_app;

select platform.protect_tenant_table(format('%I.%I', n.nspname, c.relname)::regclass)
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
where c.relkind = 'r' and n.nspname in ('platform', 'identity', 'catalogue', 'learning', 'checkout', 'settings');

-- A course is read by every organization that sells it, and so are its owner's media; what everybody may see has no
-- tenant. Written they are by their owner alone.
create policy sold on catalogue.course for select
  using (exists (select from catalogue.course_website w where w.course_id = course.course_id));
create policy sold on catalogue.attachment for select
  using (visible_to = 'everybody' or exists (
    select from catalogue.course c join catalogue.course_website w using (course_id)
    where c.organization_id = attachment.organization_id));

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

-- Behind a policy an index serves only comparisons that cannot tell anything about the rows they refuse (leakproof).
-- lower() is none, a plain equality is: so what people are found by is kept in lower case.
drop index identity.person_loginid;
drop index identity.person_email;
alter table identity.person
  add column loginid_key text generated always as (lower(loginid)) stored,
  add column email_key text generated always as (lower(email)) stored;
create unique index person_loginid on identity.person (loginid_key) where deleted_at is null;
create index person_email on identity.person (email_key) where deleted_at is null;

-- A child belongs to the tenant of its parent: references skip the policies, so the keys themselves say it.
alter table catalogue.attachment
  add unique (attachment_id, organization_id),
  drop constraint attachment_related_attachment_id_fkey,
  add foreign key (related_attachment_id, organization_id) references catalogue.attachment (attachment_id, organization_id);
alter table checkout.customer_order
  drop constraint customer_order_cart_id_fkey,
  add foreign key (cart_id, organization_id) references checkout.cart (cart_id, organization_id)
    on delete set null (cart_id);
alter table checkout.order_item
  drop constraint order_item_promo_code_id_fkey,
  add foreign key (promo_code_id, organization_id) references checkout.promo_code (promo_code_id, organization_id),
  drop constraint order_item_course_website_id_fkey,
  add foreign key (course_website_id, organization_id)
    references catalogue.course_website (course_website_id, organization_id);
alter table checkout.payment_attempt add unique (payment_attempt_id, organization_id);
alter table checkout.payment
  drop constraint payment_payment_attempt_id_fkey,
  add foreign key (payment_attempt_id, organization_id)
    references checkout.payment_attempt (payment_attempt_id, organization_id);
alter table learning.completion_report
  add unique (completion_report_id, organization_id),
  drop constraint completion_report_corrects_report_id_fkey,
  add foreign key (corrects_report_id, organization_id)
    references learning.completion_report (completion_report_id, organization_id);
alter table learning.completion_report_answer
  drop constraint completion_report_answer_completion_report_id_fkey,
  add foreign key (completion_report_id, organization_id)
    references learning.completion_report (completion_report_id, organization_id);
