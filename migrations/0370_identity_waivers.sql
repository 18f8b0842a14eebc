-- What: a row for each method of the identity checks that is turned off for one student, in place of a column a method; and
--       triggers that write the columns from the rows, and the rows from the columns.
-- Why: a method that can be turned off needs no column of its own. A process of the release before reads and writes the
--      columns while this release reads and writes the rows; 0371 fills the rows of earlier waivers.
-- Locks: learning.identity_setup for a moment, for its trigger; a new table.

create table learning.identity_waiver (
  student_course_id integer not null,
  organization_id integer not null,
  method text not null,
  waived_at timestamptz not null default platform.now(),
  -- Staff turned it off, and why; otherwise its student did. A waiver of staff outlives a setup that is made again.
  by_staff boolean not null default false,
  user_id integer,
  reason text,
  primary key (student_course_id, method),
  check (by_staff = (reason is not null) and (by_staff or user_id is null)),
  foreign key (student_course_id, organization_id)
    references learning.identity_setup (student_course_id, organization_id) on delete cascade
);
select platform.protect_tenant_table('learning.identity_waiver'::regclass);

-- The waivers that the columns of a setup hold.
create function learning.waivers_of_columns(
  phone timestamptz, typing timestamptz, device timestamptz, waived_by_staff jsonb)
  returns table (method text, waived_at timestamptz, by_staff boolean, user_id integer, reason text)
  language sql immutable as $$
    select m.method, m.waived_at, waived_by_staff ? m.method, (waived_by_staff -> m.method ->> 'user_id')::integer,
           waived_by_staff -> m.method ->> 'reason'
    from (values ('phone', phone), ('keystroke', typing), ('biometrics', device)) m (method, waived_at)
    where m.waived_at is not null
  $$;

create function learning.write_waiver_rows() returns trigger language plpgsql as $$
begin
  delete from learning.identity_waiver w
  where w.student_course_id = new.student_course_id
    and (w.method = 'phone' and new.phone_waived_at is null or w.method = 'keystroke' and new.typing_waived_at is null
         or w.method = 'biometrics' and new.device_waived_at is null);
  insert into learning.identity_waiver (student_course_id, organization_id, method, waived_at, by_staff, user_id, reason)
  select new.student_course_id, new.organization_id, c.method, c.waived_at, c.by_staff, c.user_id, c.reason
  from learning.waivers_of_columns(
    new.phone_waived_at, new.typing_waived_at, new.device_waived_at, new.waived_by_staff) c
  on conflict (student_course_id, method) do update
  set waived_at = excluded.waived_at, by_staff = excluded.by_staff, user_id = excluded.user_id, reason = excluded.reason;
  return null;
end $$;

create function learning.write_waiver_columns() returns trigger language plpgsql as $$
declare
  waiver learning.identity_waiver := coalesce(new, old);
  since timestamptz := new.waived_at;
begin
  update learning.identity_setup s
  set phone_waived_at = case waiver.method when 'phone' then since else s.phone_waived_at end,
      typing_waived_at = case waiver.method when 'keystroke' then since else s.typing_waived_at end,
      device_waived_at = case waiver.method when 'biometrics' then since else s.device_waived_at end,
      waived_by_staff = (s.waived_by_staff - waiver.method) || case when new.by_staff
        then jsonb_build_object(waiver.method, jsonb_build_object('user_id', new.user_id, 'reason', new.reason))
        else '{}' end
  where s.student_course_id = waiver.student_course_id and waiver.method in ('phone', 'keystroke', 'biometrics');
  return null;
end $$;

-- What one of them writes is written there already, so it does not call the other.
create trigger waiver_rows after insert or update of phone_waived_at, typing_waived_at, device_waived_at, waived_by_staff
  on learning.identity_setup for each row when (pg_trigger_depth() = 0) execute function learning.write_waiver_rows();
create trigger waiver_columns after insert or update or delete on learning.identity_waiver
  for each row when (pg_trigger_depth() = 0) execute function learning.write_waiver_columns();
