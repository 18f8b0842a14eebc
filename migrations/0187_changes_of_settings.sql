-- What: the changes of an organization's settings, the newest first.
-- Why: the page of all settings says of each who changed it last; without an index it would read the whole audit log of
--      the organization.
-- Locks: writers of platform.audit_event wait while the index is built.

create index audit_event_settings on platform.audit_event (organization_id, at desc, audit_event_id desc)
  where action in ('checkout.settings', 'checkout.leaver', 'support.settings', 'email.sender', 'organization.security');
