-- What: the organization that owns a course, in the view of its versions.
-- Why: lists lead to a course only where its owner is in scope. Its name differs from that of the rows it is joined to.
-- Locks: the view for a moment.
create or replace view catalogue.v_course_version with (security_invoker=true) as
 SELECT course_version_id,
    course_id,
    version_number,
    name,
    excerpt,
    description,
    lk_language_id,
    list_price_cents,
    image,
    rating,
    audio_ind,
    audio,
    required_seconds,
    certificate_template_id,
    certificate_configuration,
    completion_description,
    completion_configuration,
    course_security_options,
    course_registration_options,
    disclaimer,
    retake_after_days,
    registration_expires_after_days,
    reinstatement_fee_cents,
    published_at,
    components,
    program_id,
    organization_id AS owner_organization_id
   FROM catalogue.course_version;
