-- What: names of people and organizations as they are searched by their first letters, and what staff find keys and
-- tickets by.
-- Why: behind a policy an index serves only comparisons that cannot leak: a name in lower case has to be stored. In the
-- order of its code points (collation C), so that the names that begin with some letters are one range.
-- Locks: identity.person and identity.organization while they are written anew (about ten seconds for a million people);
-- checkout.authorization_key against writing while its index is made.

alter table identity.person
  add column first_last_key text collate "C" not null generated always as (lower(first_name || ' ' || last_name)) stored,
  add column last_first_key text collate "C" not null generated always as (lower(last_name || ' ' || first_name)) stored;
create index person_first_last on identity.person (organization_id, first_last_key)
  where lk_user_role_id = 3 and deleted_at is null;
create index person_last_first on identity.person (organization_id, last_first_key)
  where lk_user_role_id = 3 and deleted_at is null;

alter table identity.organization
  add column name_key text collate "C" not null generated always as (lower(name)) stored;
create index organization_name on identity.organization (name_key) where deleted_at is null;

create index authorization_key_last_group on checkout.authorization_key (last_group);

-- Students by their first letters, with what tells one from another.
create view identity.v_student_name with (security_invoker=true) as
select user_id, organization_id, first_name, last_name, email, email_key, first_last_key, last_first_key
from identity.person where lk_user_role_id = 3 and deleted_at is null;

create view identity.v_organization_name with (security_invoker=true) as
select organization_id, code, name, name_key from identity.organization where deleted_at is null;

-- Tickets by what they are about and who asked, beside what reports read of them.
create or replace view support.v_ticket with (security_invoker=true) as
select issue_id, organization_id, lk_issue_category_id, lk_issue_status_id, course_id, assigned_to, assigned_name,
       reporter_role_id, first_answer_at, resolved_at, rating, created_at,
       chat_thread_id, issue_name, reporter_first_name, reporter_last_name
from support.ticket;
