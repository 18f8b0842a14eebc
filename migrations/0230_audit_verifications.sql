-- What: when the chains of the audit log were followed, and the first row that did not hold.
-- Why: an operator sees it on the system page without running a command.
-- Locks: none; a new table.
create table platform.audit_verification (
  audit_verification_id integer generated always as identity primary key,
  verified_at timestamptz not null default platform.now(),
  chains integer not null,
  events bigint not null,
  -- As docs/audit.md says it; null where every chain holds.
  fault text,
  -- The organization whose chain it is; 0 is the server itself.
  chain integer,
  position bigint,
  audit_event_id bigint,
  check (fault is null or chain is not null)
);
revoke update, delete on platform.audit_verification from waypost_app;
