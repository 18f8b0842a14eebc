-- What: the checks of 0470 hold for all rows.
-- Why: see 0470.
-- Locks: the validation reads the tables beside their users.
alter table platform.audit_event validate constraint audit_event_actor_known;
alter table checkout.authorization_key_batch validate constraint authorization_key_batch_creator;
