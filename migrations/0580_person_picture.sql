-- What: the picture of a person in the view of people for other modules.
-- Why: messages of a ticket show the pictures of the people who wrote them.
-- Locks: none; a view is replaced.
create or replace view identity.v_person with (security_invoker=true) as
 SELECT p.user_id,
    p.organization_id,
    o.code AS organization_code,
    o.name AS organization_name,
    p.lk_user_role_id,
    p.lk_user_status_id,
    p.loginid,
    p.email,
    p.first_name,
    p.middle_name,
    p.last_name,
    p.lk_suffix_id,
    p.dob,
    p.gender,
    p.lk_language_id,
    p.address1,
    p.address2,
    p.city,
    p.lk_state_id,
    p.zip,
    p.about_you_at,
    p.created_at,
    p.updated_at,
    p.deleted_at,
    ( SELECT f.phone_number
           FROM identity.phone f
          WHERE f.user_id = p.user_id
          ORDER BY f.phone_id
         LIMIT 1) AS phone,
    p.timezone,
    p.search_text,
    p.profile_pic
   FROM identity.person p
     LEFT JOIN identity.organization o USING (organization_id);
