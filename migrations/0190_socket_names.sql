-- What: sockets of a session whose rights changed have another name than before.
-- Why: a token names them for five minutes. One from before the change must open nothing after it, also where Centrifugo
-- reads it, which cannot know when rights changed.
-- A change of many rights in one statement closes each socket once.
-- Locks: a column with a constant default, functions and triggers; no table is rewritten.
alter table identity.session add column rights_changes integer not null default 0;

-- `socketUser` of platform/realtime says the same.
create function identity.socket_name(session_id bigint, rights_changes integer) returns text
  language sql immutable as $$
  select 's' || session_id || case when rights_changes > 0 then '.' || rights_changes else '' end
$$;

create or replace function identity.close_sockets() returns trigger
  language plpgsql as $$
begin
  insert into platform.realtime_outbox (method, payload)
  select 'disconnect', jsonb_build_object('user', identity.socket_name(s.session_id, s.rights_changes),
    'disconnect', jsonb_build_object('code', 4501, 'reason', 'session ended'))
  from (select new.session_id, new.rights_changes
        union
        select v.session_id, v.rights_changes from identity.session v
        where v.viewed_by_session_id = new.session_id and v.ended_at is null) s;
  return null;
end $$;

create or replace function identity.reopen_sockets() returns trigger
  language plpgsql as $$
begin
  with renamed as (
    update identity.session s set rights_changes = s.rights_changes + 1
    where s.ended_at is null and s.expires_at > platform.now() and exists (
      select from changed
      join identity.organization_closure c on c.ancestor_id = changed.organization_id
      join identity.person p on p.organization_id = c.descendant_id and p.lk_user_role_id = changed.lk_user_role_id
      -- Views of the staff, too.
      where p.user_id in (s.user_id, s.viewed_by))
    returning s.session_id, s.rights_changes - 1 as former)
  insert into platform.realtime_outbox (method, payload)
  select 'disconnect', jsonb_build_object('user', identity.socket_name(session_id, former),
    'disconnect', jsonb_build_object('code', 4502, 'reason', 'rights changed'))
  from renamed;
  return null;
end $$;
drop trigger reopen_sockets on identity.role_permission;
create trigger reopen_sockets_inserted after insert on identity.role_permission
  referencing new table as changed for each statement execute function identity.reopen_sockets();
create trigger reopen_sockets_updated after update on identity.role_permission
  referencing new table as changed for each statement execute function identity.reopen_sockets();
create trigger reopen_sockets_deleted after delete on identity.role_permission
  referencing old table as changed for each statement execute function identity.reopen_sockets();
