-- Where a course is still offered, so that organizations are found by the courses they sell, in whatever state these or
-- the organization are. A view is replaced; locks nothing for longer than a moment.

create or replace view catalogue.v_place_of_sale with (security_invoker = true) as
  select cw.course_website_id, cw.organization_id, cw.website_id, w.name as website_name, cw.course_id,
         coalesce(v.name, c.slug) as course_name, cw.deleted_at is null and w.deleted_at is null as offered_ind
  from catalogue.course_website cw
  join catalogue.website w using (website_id)
  join catalogue.course c using (course_id)
  left join catalogue.course_version v on v.course_version_id = c.published_version_id;
