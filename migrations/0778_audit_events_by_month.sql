-- What: platform.audit_event is partitioned by month. The present table becomes the partition of all months before the
--       bound of 0775; the months after it have their own; rows of other times go to audit_event_rest.
-- Why: the audit log grows by 755 rows a course. A removed month returns its space to the disk when it is dropped.
-- Locks: everybody on platform.audit_event, for a moment; no row is read.
-- The release that serves meanwhile finds the same name, columns, rights, policies and triggers.

-- allowed (rename): the new table takes the name in this transaction
alter table platform.audit_event rename to audit_event_before;
-- allowed (rename): the new table takes the name in this transaction
alter index platform.audit_event_actor rename to audit_event_before_actor;
-- allowed (rename): the new table takes the name in this transaction
alter index platform.audit_event_course rename to audit_event_before_course;
-- allowed (rename): the new table takes the name in this transaction
alter index platform.audit_event_mail rename to audit_event_before_mail;
-- allowed (rename): the new table takes the name in this transaction
alter index platform.audit_event_organization rename to audit_event_before_organization;
-- allowed (rename): the new table takes the name in this transaction
alter index platform.audit_event_settings rename to audit_event_before_settings;
-- allowed (rename): the new table takes the name in this transaction
alter index platform.audit_event_subject rename to audit_event_before_subject;
alter table platform.audit_event_before drop constraint audit_event_pkey;
alter table platform.audit_event_before add constraint audit_event_before_pkey primary key using index audit_event_month_key;
-- Triggers of a row are passed on from the new table. Nobody inserts into a partition.
drop trigger audit_event_append_only on platform.audit_event_before;
drop trigger audit_event_unsealed on platform.audit_event_before;

create table platform.audit_event (like platform.audit_event_before including defaults including constraints)
  partition by range (at);
alter table platform.audit_event drop constraint audit_event_months;
select platform.move_identity('platform.audit_event_before', 'platform.audit_event', 'audit_event_id');
alter table platform.audit_event add constraint audit_event_pkey primary key (audit_event_id, at);
create index audit_event_actor on platform.audit_event (organization_id, actor_user_id, at desc, audit_event_id desc)
  include (action, subject_user_id);
create index audit_event_course on platform.audit_event (organization_id, subject, at desc, audit_event_id desc)
  where subject like 'course_id:%';
create index audit_event_mail on platform.audit_event (organization_id, at desc, audit_event_id desc)
  where action = 'mail.sent';
create index audit_event_organization on platform.audit_event (organization_id, at desc);
create index audit_event_settings on platform.audit_event (organization_id, at desc, audit_event_id desc)
  where action in ('checkout.settings', 'checkout.leaver', 'support.settings', 'email.sender', 'organization.security');
create index audit_event_subject on platform.audit_event (organization_id, subject_user_id, at desc, audit_event_id desc)
  include (action);
create trigger audit_event_append_only before update or delete on platform.audit_event
  for each row execute function platform.refuse_unarchived();
create trigger audit_event_no_truncate before truncate on platform.audit_event
  for each statement execute function platform.refuse_change();
create trigger audit_event_unsealed after insert on platform.audit_event referencing new table as added
  for each statement execute function platform.note_unsealed();
select platform.protect_tenant_table('platform.audit_event');
revoke update, delete on platform.audit_event from waypost_app;

create table platform.audit_event_rest (like platform.audit_event including all excluding identity);
create trigger audit_event_no_truncate before truncate on platform.audit_event_rest
  for each statement execute function platform.refuse_change();
alter table platform.audit_event attach partition platform.audit_event_rest default;
select platform.close_partition('platform.audit_event_rest');
select platform.close_partition('platform.audit_event_before');
select platform.attach_before('platform.audit_event_before', 'platform.audit_event');
select platform.make_months();

-- A view stays with the table that it was made for, also under another name.
create or replace view platform.v_audit_event with (security_invoker = true) as
  select audit_event_id, organization_id, at, action, subject, subject_user_id, actor_kind, actor_user_id, viewed_by, after,
         request_id, before, actor_client_id
  from platform.audit_event;
