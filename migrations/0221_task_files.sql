-- What: the files that workers of background tasks store, from the moment before each is in its place until its task
--       names it.
-- Why: a worker that was killed between the two left a file that nothing named, and that stayed forever.
-- Locks: writers of identity.task wait while its second key is built; it holds a few thousand rows at most.

alter table identity.task add unique (task_id, organization_id);

create table identity.stored_task_file (
  file_key text primary key,
  task_id integer not null,
  organization_id integer not null,
  created_at timestamptz not null default platform.now(),
  foreign key (task_id, organization_id) references identity.task (task_id, organization_id) on delete cascade
);
create index stored_task_file_created on identity.stored_task_file (created_at);
select platform.protect_tenant_table('identity.stored_task_file'::regclass);
