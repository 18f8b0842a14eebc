-- What: the index of an organization's tickets is in the order of the staff's list, the newest ticket first.
-- Why: the list read every ticket of the organizations for a page. No list of staff is in the order of the last message.
-- Cost: less than before for writers of messages, which no longer move their ticket in this index.
-- Locks: writers of support.ticket wait while the index is built.

drop index support.ticket_organization;
create index ticket_organization on support.ticket (organization_id, created_at desc, issue_id desc);
