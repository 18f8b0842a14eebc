-- What: indexes of linked accounts from either end, whether the link has ended or not.
-- Why: a link counts for 90 days after its end wherever a second person is needed, so every approval asks for ended ones, too.
-- Locks: writes to the small table wait while the indexes are made. The partial index by related_user_id is no longer needed.

create index linked_account_by_user on identity.linked_account (user_id, ended_at);
create index linked_account_by_related on identity.linked_account (related_user_id, ended_at);
drop index identity.linked_account_related;
