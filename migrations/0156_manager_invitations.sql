-- What: an invitation may be to manage the inviting organization.
-- Why: who accepts it becomes the organization's manager in the same transaction.
-- Locks: a column with a constant default, without a rewrite.

alter table identity.invitation add column manager_ind boolean not null default false;
