-- Whether a course on sale brings others along, and whether it recommends any. Most do neither: whoever reads a cart then
-- need not set up the joins that would find them. Views are replaced; locks nothing for longer than a moment.

create or replace view catalogue.v_course_website with (security_invoker = true) as
  select cw.course_website_id, cw.organization_id, cw.website_id, w.name as website_name, w.default_website_ind,
         cw.course_id, c.slug, v.course_version_id, v.name as course_name, v.excerpt, v.description, v.image, v.rating,
         v.lk_language_id, cw.price_cents, cw.admin_fee_cents, v.audio_ind, v.audio,
         v.required_seconds, v.course_registration_options, v.disclaimer, v.certificate_template_id,
         -- A price beyond its bounds is a mistake of somebody's: the course is not for sale until it is mended.
         cw.price_cents between coalesce(cw.min_price_cents, cw.price_cents) and coalesce(cw.max_price_cents, cw.price_cents)
           as price_in_bounds_ind,
         exists (select from catalogue.course_bundle b where b.course_version_id = v.course_version_id) as bundle_ind,
         exists (select from catalogue.course_upsell u where u.course_version_id = v.course_version_id) as upsell_ind
  from catalogue.course_website cw
  join identity.v_organization o on o.organization_id = cw.organization_id and o.lk_organization_status_id = 1
  join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
  join catalogue.course c on c.course_id = cw.course_id and c.lk_course_status_id = 2
  join catalogue.course_version v on v.course_version_id = c.published_version_id
  where cw.deleted_at is null;
