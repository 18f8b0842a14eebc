-- What: the keys of the audit log's seals from former secrets, sealed with the present one; and a certificate lets the number
--       of its license be sealed again.
-- Why: a former secret can be dropped once nothing needs it (make rotate-secret). Seals of the audit log are never made
--      again, so their key stays.
-- Locks: none; a new table and a function.
create table platform.audit_key (
  key_id text primary key,
  sealed bytea not null,
  kept_at timestamptz not null default now()
);
-- Commands of an operator write it.
revoke insert, update, delete on platform.audit_key from waypost_app;

-- A certificate's content, with a placeholder for a sealed license number.
create function learning.without_seal(content jsonb) returns jsonb
  language sql immutable parallel safe as $$
    select case when content -> 'driver_license' ? 'sealed'
      then jsonb_set(content, '{driver_license}', '"sealed"') else content end
  $$;

create or replace function learning.keep_certificate() returns trigger
  language plpgsql as $$
declare
  movable constant text[] := array['deleted_at', 'shipped_at', 'dispatched_at'];
  sealed constant text[] := array['model', 'corrections'];
begin
  -- A sealed number may be sealed again, and only that: what it opens to is part of the content's hash.
  if tg_op = 'UPDATE' and to_jsonb(old) - movable - sealed = to_jsonb(new) - movable - sealed
    and learning.without_seal(old.model) = learning.without_seal(new.model)
    and learning.without_seal(old.corrections) = learning.without_seal(new.corrections) then
    return new;
  end if;
  raise exception 'an issued certificate does not change';
end $$;
