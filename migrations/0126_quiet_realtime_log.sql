-- A statement that inserts nothing tells nobody: the notification of an empty move woke the mover that had sent it, so
-- that every server moved nothing thousands of times a second.
drop trigger notify_realtime on platform.realtime_log;
create function platform.notify_realtime_log() returns trigger
  language plpgsql as $$
begin
  if exists (select from added) then perform pg_notify('realtime_log', '0'); end if;
  return null;
end $$;
create trigger notify_realtime after insert on platform.realtime_log
  referencing new table as added
  for each statement execute function platform.notify_realtime_log();
