-- What: how many lessons (type 1) a course version has and how many of them have a recording; a course on sale offers
-- narration only where at least 95% of its lessons have one.
-- Why: every cart and order reads whether narration is offered, and its lessons' texts are too large to read there. What
-- students have bought stays theirs: this is about offers only.
-- Locks: two columns with constant defaults; a count in each version of a course; a view for a moment.
alter table catalogue.course_version
  add column lessons integer not null default 0,
  add column narrated_lessons integer not null default 0;

create function catalogue.is_narrated(data jsonb) returns boolean language sql immutable parallel safe
  return coalesce(jsonb_typeof(data -> 'audioAttachments') = 'array' and data -> 'audioAttachments' <> '[]', false);

create function catalogue.count_lessons() returns trigger language plpgsql as $$
begin
  if TG_OP = 'INSERT' then
    update catalogue.course_version v
    set lessons = v.lessons + changed.lessons, narrated_lessons = v.narrated_lessons + changed.narrated
    from (
      select course_version_id, count(*) as lessons, count(*) filter (where catalogue.is_narrated(data)) as narrated
      from added where lk_component_type_id = 1 group by 1
    ) changed
    where v.course_version_id = changed.course_version_id;
  elsif TG_OP = 'DELETE' then
    update catalogue.course_version v
    set lessons = v.lessons - changed.lessons, narrated_lessons = v.narrated_lessons - changed.narrated
    from (
      select course_version_id, count(*) as lessons, count(*) filter (where catalogue.is_narrated(data)) as narrated
      from removed where lk_component_type_id = 1 group by 1
    ) changed
    where v.course_version_id = changed.course_version_id;
  else
    update catalogue.course_version v
    set lessons = v.lessons + changed.lessons, narrated_lessons = v.narrated_lessons + changed.narrated
    from (
      select course_version_id, sum(sign) as lessons, sum(sign) filter (where catalogue.is_narrated(data)) as narrated
      from (values
        (old.course_version_id, old.lk_component_type_id, old.data, -1),
        (new.course_version_id, new.lk_component_type_id, new.data, 1))
        as one (course_version_id, lk_component_type_id, data, sign)
      where lk_component_type_id = 1 group by 1
    ) summed, lateral (select summed.lessons, coalesce(summed.narrated, 0) as narrated) changed
    where v.course_version_id = summed.course_version_id
      and (changed.lessons <> 0 or changed.narrated <> 0);
  end if;
  return null;
end $$;

create trigger lessons_added after insert on catalogue.component
  referencing new table as added for each statement execute function catalogue.count_lessons();
create trigger lessons_removed after delete on catalogue.component
  referencing old table as removed for each statement execute function catalogue.count_lessons();
create trigger lessons_changed after update of course_version_id, lk_component_type_id, data on catalogue.component
  for each row when (
    old.course_version_id <> new.course_version_id or old.lk_component_type_id <> new.lk_component_type_id
    or catalogue.is_narrated(old.data) <> catalogue.is_narrated(new.data)
  ) execute function catalogue.count_lessons();

update catalogue.course_version v set lessons = c.lessons, narrated_lessons = c.narrated
from (
  select course_version_id, count(*) as lessons, count(*) filter (where catalogue.is_narrated(data)) as narrated
  from catalogue.component where lk_component_type_id = 1 group by 1
) c
where c.course_version_id = v.course_version_id;

create or replace view catalogue.v_course_website with (security_invoker=true) as
 SELECT cw.course_website_id,
    cw.organization_id,
    cw.website_id,
    w.name AS website_name,
    w.default_website_ind,
    cw.course_id,
    c.slug,
    v.course_version_id,
    v.name AS course_name,
    v.excerpt,
    v.description,
    v.image,
    COALESCE(c.rating, v.rating) AS rating,
    v.lk_language_id,
    cw.price_cents,
    cw.admin_fee_cents,
    v.audio_ind and v.narrated_lessons > 0 and v.narrated_lessons * 100 >= v.lessons * 95 as audio_ind,
    v.audio,
    v.required_seconds,
    v.course_registration_options,
    v.disclaimer,
    v.certificate_template_id,
    cw.price_cents >= COALESCE(cw.min_price_cents, cw.price_cents) AND cw.price_cents <= COALESCE(cw.max_price_cents, cw.price_cents) AS price_in_bounds_ind,
    (EXISTS ( SELECT
           FROM catalogue.course_bundle b
          WHERE b.course_version_id = v.course_version_id)) AS bundle_ind,
    (EXISTS ( SELECT
           FROM catalogue.course_upsell u
          WHERE u.course_version_id = v.course_version_id)) AS upsell_ind
   FROM catalogue.course_website cw
     JOIN identity.v_organization o ON o.organization_id = cw.organization_id AND o.lk_organization_status_id = 1
     JOIN catalogue.website w ON w.website_id = cw.website_id AND w.deleted_at IS NULL
     JOIN catalogue.course c ON c.course_id = cw.course_id AND c.lk_course_status_id = 2
     JOIN catalogue.course_version v ON v.course_version_id = c.published_version_id
  WHERE cw.deleted_at IS NULL;
