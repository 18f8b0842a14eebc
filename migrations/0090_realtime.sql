-- What: the outbox of the real-time layer, and the log that the embedded hubs deliver from.
-- Why: what happened is told to open pages by rows that are written in the transaction in which it happens. Centrifugo
-- reads the outbox by itself; without it the web processes move its rows to the log under one lock, so that all of them
-- deliver the same rows in the same order, and a page that was away for a while is given what it missed.
-- Taking access away is a row, too: a session that ends closes its sockets, whatever ended it.
-- Locks: new tables; two triggers without a scan.

-- Names and order of the columns are those that Centrifugo's PostgreSQL consumer reads.
create table platform.realtime_outbox (
  id bigint generated always as identity primary key,
  method text not null default 'publish' check (method in ('publish', 'broadcast', 'unsubscribe', 'disconnect')),
  payload jsonb not null,
  partition integer not null default 0 check (partition = 0),
  created_at timestamptz not null default platform.now(),
  -- The consumer drops a malformed request with a line in its log: the writer sees the error here.
  check (method <> 'publish' or payload ?& array['channel', 'data', 'idempotency_key']),
  check (method <> 'broadcast' or payload ?& array['channels', 'data', 'idempotency_key']),
  check (method not in ('unsubscribe', 'disconnect') or payload ? 'user')
);
create index realtime_outbox_partition on platform.realtime_outbox (partition, id);

-- What was delivered in the last minutes, in the order of delivery.
create table platform.realtime_log (
  position bigint generated always as identity primary key,
  method text not null,
  payload jsonb not null,
  created_at timestamptz not null default platform.now()
);
create index realtime_log_created on platform.realtime_log (created_at);

-- Positions mean something within one epoch only.
create table platform.realtime_epoch (
  only_one boolean primary key default true check (only_one),
  epoch text not null default replace(gen_random_uuid()::text, '-', '')
);
insert into platform.realtime_epoch default values;

-- Rows live for milliseconds: vacuum by count, not by share.
alter table platform.realtime_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
                                          autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
alter table platform.realtime_log set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
                                       autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- Sent at commit; equal notifications of one transaction are one. Centrifugo wants the bare number of the partition.
create function platform.notify_realtime() returns trigger
  language plpgsql as $$
begin
  perform pg_notify(tg_table_name, '0');
  return null;
end $$;
create trigger notify_realtime after insert on platform.realtime_outbox
  for each statement execute function platform.notify_realtime();
create trigger notify_realtime after insert on platform.realtime_log
  for each statement execute function platform.notify_realtime();

-- Sockets are known by their session: of the session that ended, and of the views that hung on it.
create function identity.close_sockets() returns trigger
  language plpgsql as $$
begin
  insert into platform.realtime_outbox (method, payload)
  select 'disconnect', jsonb_build_object(
    'user', 's' || s.session_id, 'disconnect', jsonb_build_object('code', 4501, 'reason', 'session ended'))
  from (select new.session_id
        union
        select v.session_id from identity.session v
        where v.viewed_by_session_id = new.session_id and v.ended_at is null) s;
  return null;
end $$;
create trigger close_sockets after update of ended_at on identity.session
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function identity.close_sockets();

-- Defaults of a role changed: its people connect again and are asked again what they may hear.
create function identity.reopen_sockets() returns trigger
  language plpgsql as $$
declare
  changed identity.role_permission := coalesce(new, old);
begin
  insert into platform.realtime_outbox (method, payload)
  select 'disconnect', jsonb_build_object(
    'user', 's' || s.session_id, 'disconnect', jsonb_build_object('code', 4502, 'reason', 'rights changed'))
  from identity.session s
  join identity.person p using (user_id)
  join identity.organization_closure c on c.descendant_id = p.organization_id
  where c.ancestor_id = changed.organization_id and p.lk_user_role_id = changed.lk_user_role_id
    and s.ended_at is null and s.expires_at > platform.now();
  return null;
end $$;
create trigger reopen_sockets after insert or update or delete on identity.role_permission
  for each row execute function identity.reopen_sockets();
