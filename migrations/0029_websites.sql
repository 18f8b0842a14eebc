-- Websites whole, what courses recommend and bring along, and a count of changes by which kept pages are known to be old.
-- New columns with constant defaults (and platform.now(), which rewrites two small tables), new tables, triggers of
-- statements: exclusive locks of moments.

alter table catalogue.website
  -- The address of a picture of ours, or ''.
  add column logo text not null default '',
  -- What a course gets that is newly put on the website; each course website has its own from then on.
  add column price_cents integer check (price_cents >= 0),
  add column min_price_cents integer check (min_price_cents >= 0),
  add column max_price_cents integer check (max_price_cents >= 0),
  -- {facebook, instagram, linkedin, x, youtube}: addresses.
  add column social_links jsonb not null default '{}',
  add column hosted_ind boolean not null default false,
  add column hosted_location text not null default '',
  add column hosted_started_on date,
  add column updated_at timestamptz not null default platform.now(),
  add column deleted_at timestamptz,
  add constraint website_default_check check (not (default_website_ind and deleted_at is not null));
create index website_organization on catalogue.website (organization_id) where deleted_at is null;

alter table catalogue.course_website
  add column updated_at timestamptz not null default platform.now(),
  -- Taken off the website: not for sale, while orders, enrolments and keys keep it. Put back, it is the same again.
  add column deleted_at timestamptz;

create or replace view catalogue.v_course_website with (security_invoker = true) as
  select cw.course_website_id, cw.organization_id, cw.website_id, w.name as website_name, w.default_website_ind,
         cw.course_id, c.slug, v.course_version_id, v.name as course_name, v.excerpt, v.description, v.image, v.rating,
         v.lk_language_id, cw.price_cents, cw.admin_fee_cents, v.audio_ind, v.audio,
         v.required_seconds, v.course_registration_options, v.disclaimer, v.certificate_template_id,
         -- A price beyond its bounds is a mistake of somebody's: the course is not for sale until it is mended.
         cw.price_cents between coalesce(cw.min_price_cents, cw.price_cents) and coalesce(cw.max_price_cents, cw.price_cents)
           as price_in_bounds_ind
  from catalogue.course_website cw
  join identity.v_organization o on o.organization_id = cw.organization_id and o.lk_organization_status_id = 1
  join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
  join catalogue.course c on c.course_id = cw.course_id and c.lk_course_status_id = 2
  join catalogue.course_version v on v.course_version_id = c.published_version_id
  where cw.deleted_at is null;

create or replace view catalogue.v_website with (security_invoker = true) as
  select website_id, organization_id, name, url, code, default_website_ind from catalogue.website
  where deleted_at is null;

-- Websites and course websites as they were sold by, those taken away too: for the history of orders and invoices.
create view catalogue.v_sold_course_website with (security_invoker = true) as
  select cw.course_website_id, cw.organization_id, cw.website_id, cw.course_id, w.name as website_name, w.url,
         cw.deleted_at is null and w.deleted_at is null as offered_ind
  from catalogue.course_website cw
  join catalogue.website w on w.website_id = cw.website_id;

-- Courses that come along with a version and are paid with it.
create table catalogue.course_bundle (
  course_version_id integer not null references catalogue.course_version on delete cascade,
  course_id integer not null references catalogue.course,
  position integer not null,
  primary key (course_version_id, course_id)
);
-- Courses that a version recommends.
create table catalogue.course_upsell (
  course_version_id integer not null references catalogue.course_version on delete cascade,
  course_id integer not null references catalogue.course,
  position integer not null,
  primary key (course_version_id, course_id)
);

-- What belongs to a course on a website, as the same website offers it now.
create view catalogue.v_course_bundle with (security_invoker = true) as
  select s.course_website_id as bundle_course_website_id, b.position, o.*
  from catalogue.v_course_website s
  join catalogue.course_bundle b on b.course_version_id = s.course_version_id
  join catalogue.v_course_website o
    on o.website_id = s.website_id and o.organization_id = s.organization_id and o.course_id = b.course_id;
create view catalogue.v_course_upsell with (security_invoker = true) as
  select s.course_website_id as shown_course_website_id, u.position, o.*
  from catalogue.v_course_website s
  join catalogue.course_upsell u on u.course_version_id = s.course_version_id
  join catalogue.v_course_website o
    on o.website_id = s.website_id and o.organization_id = s.organization_id and o.course_id = u.course_id;

-- How often what a seller (an organization) offers has changed; seller 0 counts the courses, which many sell. The row
-- changes with the transaction that changes what is on sale, so whoever has read it before drawing a page knows by it
-- when the page is old. It holds numbers alone and is read for organizations that the reader cannot see.
create table catalogue.revision (
  seller_id integer primary key,
  revision bigint not null
);

create function catalogue.count_seller_change() returns trigger language plpgsql as $$
begin
  insert into catalogue.revision as r (seller_id, revision)
  select organization_id, 1 from (select distinct organization_id from changed order by 1) sellers
  on conflict (seller_id) do update set revision = r.revision + 1;
  return null;
end $$;

create function catalogue.count_course_change() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    insert into catalogue.revision as r (seller_id, revision) values (0, 1)
    on conflict (seller_id) do update set revision = r.revision + 1;
  end if;
  return null;
end $$;

create trigger revision_insert after insert on catalogue.course_website referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_update after update on catalogue.course_website referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_delete after delete on catalogue.course_website referencing old table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_insert after insert on catalogue.website referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_update after update on catalogue.website referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_delete after delete on catalogue.website referencing old table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_update after update on identity.organization referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_update after update on catalogue.course referencing new table as changed
  for each statement execute function catalogue.count_course_change();
create trigger revision_delete after delete on catalogue.course referencing old table as changed
  for each statement execute function catalogue.count_course_change();
