-- What: the events that a person caused, in their order.
-- Why: the history of a person has what they did as well as what was done to them.
-- Locks: writers of platform.audit_event wait while an index is built.

create index audit_event_actor on platform.audit_event (organization_id, actor_user_id, at desc, audit_event_id desc);
