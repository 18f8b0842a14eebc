-- How many components a version has, kept with it: the progress of every student in a list is a share of it, and to count
-- them anew for each row took a third of the time of a page of students. Whoever lists enrolments joins what they need
-- of the version themselves: a left join that nothing is read of is left out of the plan, and every enrolment has one.
-- Writes every version once; the views are replaced.

alter table catalogue.course_version add components int not null default 0 check (components >= 0);
update catalogue.course_version v
set components = (select count(*) from catalogue.component c where c.course_version_id = v.course_version_id);

create function catalogue.count_components() returns trigger
  language plpgsql as $$
begin
  if TG_OP = 'INSERT' then
    update catalogue.course_version v set components = v.components + changed.number
    from (select course_version_id, count(*) as number from added group by 1) changed
    where v.course_version_id = changed.course_version_id;
  elsif TG_OP = 'DELETE' then
    update catalogue.course_version v set components = v.components - changed.number
    from (select course_version_id, count(*) as number from removed group by 1) changed
    where v.course_version_id = changed.course_version_id;
  else
    update catalogue.course_version
    set components = components + case when course_version_id = new.course_version_id then 1 else -1 end
    where course_version_id in (old.course_version_id, new.course_version_id);
  end if;
  return null;
end $$;
create trigger count_added after insert on catalogue.component
  referencing new table as added for each statement execute function catalogue.count_components();
create trigger count_removed after delete on catalogue.component
  referencing old table as removed for each statement execute function catalogue.count_components();
create trigger count_moved after update of course_version_id on catalogue.component
  for each row when (old.course_version_id <> new.course_version_id) execute function catalogue.count_components();

create or replace view catalogue.v_course_version with (security_invoker = true) as
  select * from catalogue.course_version;

create or replace view learning.v_student_course with (security_invoker = true) as
  select sc.*, v.course_id, v.name as course_name
  from learning.student_course sc
  left join catalogue.v_course_version v using (course_version_id);
