-- What: the checks of 0432 hold for all rows.
-- Why: see 0432.
-- Locks: the validation reads the tables beside their users.
alter table identity.person validate constraint person_role_known;
alter table identity.invitation validate constraint invitation_role_known;
alter table identity.invitation validate constraint invitation_audit_whole;
