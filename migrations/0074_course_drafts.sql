-- The ground that authors write on. Chapters, sections and question banks become rows (an empty one can exist); the ids of
-- what is written come from one sequence and stay the same in all versions of a course; a draft is a version that is not
-- published, numbered 0, and only its owner sees it. Rewrites course_version, component, question and faq once, under
-- exclusive locks; the views keep their columns.

create sequence catalogue.authored_id as integer start 1000000;
select setval('catalogue.authored_id', greatest(1000000,
  (select coalesce(max(component_id), 0) from catalogue.component),
  (select coalesce(max(question_id), 0) from catalogue.question)));
grant usage on sequence catalogue.authored_id to waypost_app;

alter table catalogue.course
  add unique (course_id, organization_id),
  add column deleted_at timestamptz;

alter table catalogue.course_version
  add column organization_id integer references identity.organization,
  add column created_at timestamptz not null default platform.now(),
  add column updated_at timestamptz not null default platform.now(),
  add column updated_by integer references identity.person,
  add column published_by integer references identity.person,
  -- How often each tab of the draft was saved: a save names the one that it was made from.
  add column revisions jsonb not null default '{}',
  -- The version that a draft began as a copy of.
  add column based_on_version_id integer,
  add column allowed_certificate_templates integer[] not null default '{}',
  add column support_configuration jsonb not null default '{}',
  add column concat_quiz_review_ind boolean not null default false,
  add column proctored_ind boolean not null default false,
  add column sts_ind boolean not null default false,
  add column reviews_ind boolean not null default false,
  add column video_attachment_id integer,
  add column keystroke_requirement integer,
  add column keystroke_sentence_configuration jsonb not null default '{}';
update catalogue.course_version v set organization_id = c.organization_id, created_at = coalesce(v.published_at, v.created_at),
  updated_at = coalesce(v.published_at, v.updated_at),
  allowed_certificate_templates = case when certificate_template_id is null then '{}'::int[]
                                       else array[certificate_template_id] end
from catalogue.course c where c.course_id = v.course_id;
alter table catalogue.course_version
  alter column organization_id set not null,
  add unique (course_version_id, organization_id),
  drop constraint course_version_course_id_fkey,
  add foreign key (course_id, organization_id) references catalogue.course (course_id, organization_id),
  add foreign key (based_on_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id),
  add constraint course_version_draft check (version_number > 0 or published_at is null);
alter table catalogue.course
  drop constraint course_published_version_id_fkey,
  add foreign key (published_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id);

create table catalogue.chapter (
  course_version_id integer not null,
  chapter_id integer not null default nextval('catalogue.authored_id'),
  organization_id integer not null,
  position integer not null,
  name text not null check (length(name) <= 200),
  primary key (course_version_id, chapter_id),
  foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade
);
create index chapter_position on catalogue.chapter (course_version_id, position);

create table catalogue.section (
  course_version_id integer not null,
  section_id integer not null default nextval('catalogue.authored_id'),
  chapter_id integer not null,
  organization_id integer not null,
  -- Within its chapter, from 1.
  position integer not null,
  name text not null check (length(name) <= 200),
  primary key (course_version_id, section_id),
  foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade,
  foreign key (course_version_id, chapter_id) references catalogue.chapter (course_version_id, chapter_id)
    on delete cascade deferrable initially deferred
);
create index section_chapter on catalogue.section (course_version_id, chapter_id, position);

create table catalogue.course_question_bank (
  course_version_id integer not null,
  course_question_bank_id integer not null default nextval('catalogue.authored_id'),
  organization_id integer not null,
  name text not null check (length(name) <= 200),
  primary key (course_version_id, course_question_bank_id),
  foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade
);

-- What belongs to a version belongs to its owner, whatever an insert says.
create function catalogue.take_owner_of_course() returns trigger language plpgsql as $$
begin
  select organization_id into new.organization_id from catalogue.course where course_id = new.course_id;
  return new;
end $$;
create trigger owner before insert on catalogue.course_version
  for each row execute function catalogue.take_owner_of_course();
create function catalogue.take_owner_of_version() returns trigger language plpgsql as $$
begin
  select organization_id into new.organization_id from catalogue.course_version
  where course_version_id = new.course_version_id;
  return new;
end $$;
create trigger owner before insert on catalogue.chapter for each row execute function catalogue.take_owner_of_version();
create trigger owner before insert on catalogue.section for each row execute function catalogue.take_owner_of_version();
create trigger owner before insert on catalogue.course_question_bank
  for each row execute function catalogue.take_owner_of_version();

insert into catalogue.chapter (course_version_id, position, name)
select course_version_id, chapter_order, min(chapter_name) from catalogue.component where not final_ind
group by 1, 2 order by 1, 2;
insert into catalogue.section (course_version_id, chapter_id, position, name)
select c.course_version_id, ch.chapter_id, c.section_order, min(c.section_name)
from catalogue.component c
join catalogue.chapter ch on ch.course_version_id = c.course_version_id and ch.position = c.chapter_order
where not c.final_ind group by 1, 2, 3 order by 1, 2, 3;
insert into catalogue.course_question_bank (course_version_id, course_question_bank_id, name)
select distinct course_version_id, course_question_bank_id, 'Question bank ' || course_question_bank_id
from catalogue.question where course_question_bank_id is not null;

alter table catalogue.component
  add column organization_id integer,
  -- Null for the final exam, which stands after the outline.
  add column section_id integer,
  -- The time of a timer that is not active is kept for the day when it is.
  add column timer_seconds integer not null default 0 check (timer_seconds >= 0),
  add column timer_active_ind boolean not null default false;
update catalogue.component c set organization_id = v.organization_id, timer_seconds = c.required_seconds,
  timer_active_ind = c.required_seconds > 0,
  section_id = (select s.section_id from catalogue.section s join catalogue.chapter ch using (course_version_id, chapter_id)
                where s.course_version_id = c.course_version_id and ch.position = c.chapter_order
                  and s.position = c.section_order and not c.final_ind)
from catalogue.course_version v where v.course_version_id = c.course_version_id;
drop view catalogue.v_component;
alter table catalogue.component
  alter column organization_id set not null,
  alter column component_id set default nextval('catalogue.authored_id'),
  drop column chapter_order, drop column chapter_name, drop column section_order, drop column section_name,
  drop constraint component_course_version_id_fkey,
  add foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade,
  add foreign key (course_version_id, section_id) references catalogue.section (course_version_id, section_id)
    on delete cascade deferrable initially deferred,
  -- A reordered outline is written in one statement, so the order is judged when the transaction ends.
  drop constraint component_course_version_id_position_key,
  add unique (course_version_id, position) deferrable initially deferred;
create index component_by_id on catalogue.component (component_id);
create trigger owner before insert on catalogue.component for each row execute function catalogue.take_owner_of_version();
create view catalogue.v_component with (security_invoker = true) as
  select c.course_version_id, c.component_id, c.position,
         case when c.section_id is null then (select count(*)::int + 1 from catalogue.chapter x
                                     where x.course_version_id = c.course_version_id)
              else ch.position end as chapter_order,
         case when c.section_id is null then c.name else ch.name end as chapter_name,
         coalesce(s.position, 1) as section_order, coalesce(s.name, '') as section_name,
         c.name, c.lk_component_type_id, c.final_ind, c.required_seconds, c.data
  from catalogue.component c
  left join catalogue.section s on s.course_version_id = c.course_version_id and s.section_id = c.section_id
  left join catalogue.chapter ch on ch.course_version_id = c.course_version_id and ch.chapter_id = s.chapter_id;

alter table catalogue.question add column organization_id integer;
update catalogue.question q set organization_id = v.organization_id
from catalogue.course_version v where v.course_version_id = q.course_version_id;
alter table catalogue.question
  alter column organization_id set not null,
  alter column question_id set default nextval('catalogue.authored_id'),
  drop constraint question_course_version_id_fkey,
  add foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade,
  add foreign key (course_version_id, course_question_bank_id)
    references catalogue.course_question_bank (course_version_id, course_question_bank_id) on delete cascade;
create index question_by_id on catalogue.question (question_id);
create trigger owner before insert on catalogue.question for each row execute function catalogue.take_owner_of_version();

alter table catalogue.faq add column organization_id integer;
update catalogue.faq f set organization_id = v.organization_id
from catalogue.course_version v where v.course_version_id = f.course_version_id;
alter table catalogue.faq
  alter column organization_id set not null,
  drop constraint faq_pkey,
  add primary key (course_version_id, faq_id),
  drop constraint faq_course_version_id_fkey,
  add foreign key (course_version_id, organization_id)
    references catalogue.course_version (course_version_id, organization_id) on delete cascade;
create trigger owner before insert on catalogue.faq for each row execute function catalogue.take_owner_of_version();

select platform.protect_tenant_table(protected::regclass)
from unnest(array['course_version', 'chapter', 'section', 'component', 'course_question_bank', 'question', 'faq']) as name,
  lateral (select 'catalogue.' || name as protected) p;

-- What is published is read by every organization that sells it; a draft by its owner alone.
create policy published on catalogue.course_version for select using (published_at is not null);
do $$ declare part text; begin
  foreach part in array array['chapter', 'section', 'component', 'course_question_bank', 'question', 'faq'] loop
    execute format(
      'create policy published on catalogue.%I for select using (exists (
         select from catalogue.course_version v
         where v.course_version_id = %1$I.course_version_id and v.published_at is not null))', part);
  end loop;
end $$;

-- A published version never changes: students are on it, and what they were shown must stay provable.
create function catalogue.refuse_change_of_published() returns trigger language plpgsql as $$
begin
  if current_user = 'waypost_app' and exists (
    select from catalogue.course_version v
    where v.course_version_id = old.course_version_id and v.published_at is not null
  ) then
    raise exception 'version % is published', old.course_version_id using errcode = 'check_violation', constraint = 'version_published';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
do $$ declare part text; begin
  foreach part in array array['course_version', 'chapter', 'section', 'component', 'course_question_bank', 'question', 'faq',
                              'course_state', 'course_shipping_method', 'course_bundle', 'course_upsell'] loop
    execute format('create trigger published before update or delete on catalogue.%I
                    for each row execute function catalogue.refuse_change_of_published()', part);
  end loop;
end $$;

-- At most one draft of a course.
create unique index course_version_one_draft on catalogue.course_version (course_id) where version_number = 0;

-- The history of a course is a page of the audit log.
create index audit_event_course on platform.audit_event (subject, at desc) where subject like 'course_id:%';
-- A history shows what a change replaced.
create or replace view platform.v_audit_event with (security_invoker = true) as
  select audit_event_id, organization_id, at, action, subject, subject_user_id, actor_kind, actor_user_id, viewed_by,
         after, request_id, before
  from platform.audit_event;
