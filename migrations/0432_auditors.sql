-- What: the role of auditors (5), what each may read and until when, and invitations for them.
-- Why: regulators read the records of one program, school and period, and nothing else.
-- Locks: `alter table` for a moment; the checks are validated by 0433.
alter table identity.person add constraint person_role_known check (lk_user_role_id in (1, 2, 3, 4, 5)) not valid;
alter table identity.person drop constraint person_lk_user_role_id_check;

alter table identity.invitation
  add column audit_program_id text,
  add column audit_from_on date,
  add column audit_to_on date,
  add column audit_ends_at timestamptz;
alter table identity.invitation add constraint invitation_role_known check (lk_user_role_id in (2, 5)) not valid;
alter table identity.invitation drop constraint invitation_lk_user_role_id_check;
alter table identity.invitation add constraint invitation_audit_whole
  check (num_nonnulls(audit_program_id, audit_from_on, audit_to_on, audit_ends_at)
         = case lk_user_role_id when 5 then 4 else 0 end) not valid;

create table identity.audit_access (
  user_id integer primary key,
  -- The auditor's own organization: the records are its, and of those below it.
  organization_id integer not null,
  program_id text not null,
  from_on date not null,
  to_on date not null,
  ends_at timestamptz not null,
  invited_by integer not null,
  created_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  ended_by integer,
  check (from_on <= to_on),
  check ((ended_at is null) = (ended_by is null)),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id)
);
create index audit_access_organization on identity.audit_access (organization_id);
select platform.protect_tenant_table('identity.audit_access'::regclass);

create or replace view catalogue.v_course_version with (security_invoker = true) as
select course_version_id, course_id, version_number, name, excerpt, description, lk_language_id, list_price_cents, image,
       rating, audio_ind, audio, required_seconds, certificate_template_id, certificate_configuration,
       completion_description, completion_configuration, course_security_options, course_registration_options, disclaimer,
       retake_after_days, registration_expires_after_days, reinstatement_fee_cents, published_at, components, program_id
from catalogue.course_version;
