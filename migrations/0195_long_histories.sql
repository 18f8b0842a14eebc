-- What: the indexes of who did what in the audit log and to whom hold the action, too, and that of who did it also to whom.
-- Why: without the action, a filter by type reads every event of a person from the table; a filter by type and the
--      count of the rows now read these indexes alone.
-- Locks: writers of platform.audit_event wait while the indexes are built.

drop index platform.audit_event_subject;
create index audit_event_subject on platform.audit_event (organization_id, subject_user_id, at desc, audit_event_id desc)
  include (action);

drop index platform.audit_event_actor;
create index audit_event_actor on platform.audit_event (organization_id, actor_user_id, at desc, audit_event_id desc)
  include (action, subject_user_id);
