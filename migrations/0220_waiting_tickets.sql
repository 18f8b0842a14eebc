-- What: tickets that await their assignment, by organization.
-- Why: a tile counts them every ten seconds; without the index the count reads every ticket of the organizations.
-- Locks: writers of support.ticket wait while the index is built.

create index ticket_waiting on support.ticket (organization_id) where lk_issue_status_id = 5;
