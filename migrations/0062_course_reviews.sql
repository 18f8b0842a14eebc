-- What: what students say of a course when they have ended it, and the average that the catalogue shows.
-- Why: ratings reached nobody. The average stands on the course, beside the one that its author gave a version, so that a
-- page of the catalogue reads no reviews; that the course changed counts the catalogue's revision.
-- Locks: two columns on course without a rewrite; a new table; one view made anew.

create table learning.course_review (
  student_course_id integer primary key,
  organization_id integer not null,
  user_id integer not null,
  course_id integer not null,
  stars integer not null check (stars between 1 and 5),
  comment text check (length(comment) <= 2000),
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  foreign key (student_course_id, organization_id)
    references learning.student_course (student_course_id, organization_id)
);
create index course_review_course on learning.course_review (course_id);
select platform.protect_tenant_table('learning.course_review'::regclass);

alter table catalogue.course add column rating numeric(2, 1) check (rating between 1 and 5);

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
    coalesce(c.rating, v.rating) as rating,
    v.lk_language_id,
    cw.price_cents,
    cw.admin_fee_cents,
    v.audio_ind,
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
