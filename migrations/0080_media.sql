-- The media library. Ids of attachments come from one sequence, also where another table holds the file: a number means one
-- file. Attachments get their uploader, hash, poster, words and deletion; uses say which course versions show them, and
-- uploads what is on its way. Short exclusive locks on three tables; attachments and components are read once.

create sequence catalogue.attachment_id as integer;
select setval('catalogue.attachment_id', greatest(
  (select coalesce(max(attachment_id), 0) from catalogue.attachment),
  (select coalesce(max(attachment_id), 0) from catalogue.document),
  (select coalesce(max(attachment_id), 0) from learning.registration_document)) + 1, false);
grant usage on sequence catalogue.attachment_id to waypost_app;
alter table catalogue.attachment
  alter attachment_id drop identity, alter attachment_id set default nextval('catalogue.attachment_id');
alter table catalogue.document
  alter attachment_id drop identity, alter attachment_id set default nextval('catalogue.attachment_id');
alter table learning.registration_document
  alter attachment_id drop identity, alter attachment_id set default nextval('catalogue.attachment_id');

alter table catalogue.attachment
  -- The last part of a key is the hash of the content.
  add column sha256 text generated always as (right(file_key, 64)) stored,
  add column uploaded_by integer references identity.person (user_id),
  -- What the browser saw of a video at five seconds.
  add column thumbnail_key text,
  -- What a picture shows, offered wherever it is inserted.
  add column alt text check (length(alt) <= 500),
  add column updated_at timestamptz not null default platform.now(),
  add column deleted_at timestamptz;
create index attachment_library on catalogue.attachment (organization_id, attachment_id desc)
  where deleted_at is null and related_attachment_id is null;
create index attachment_hash on catalogue.attachment (organization_id, sha256) where deleted_at is null;

-- Which components of which versions show an attachment: who takes such a version may open it. Written by a trigger, so
-- that whoever writes a component (authors, the demo, an import) writes its uses.
create table catalogue.attachment_use (
  attachment_id integer not null,
  organization_id integer not null,
  course_version_id integer not null,
  component_id integer not null,
  primary key (attachment_id, course_version_id, component_id),
  foreign key (attachment_id, organization_id) references catalogue.attachment (attachment_id, organization_id),
  foreign key (course_version_id, component_id)
    references catalogue.component (course_version_id, component_id) on delete cascade on update cascade
);
create index attachment_use_component on catalogue.attachment_use (course_version_id, component_id);
select platform.protect_tenant_table('catalogue.attachment_use'::regclass);
-- Read like the attachment itself, by those who sell a course of its owner.
create policy sold on catalogue.attachment_use for select
  using (exists (select from catalogue.attachment a where a.attachment_id = attachment_use.attachment_id));

create function catalogue.component_sources(data jsonb) returns table (source text) language sql immutable as $$
  select found #>> '{}' from jsonb_path_query(data, '$.**.src ? (@.type() == "string")') found
  union
  select found #>> '{}' from jsonb_path_query(data, '$.audioAttachments[*] ? (@.type() == "string")') found
$$;

create function catalogue.insert_uses(of_version integer, of_component integer, data jsonb) returns void language sql as $$
  insert into catalogue.attachment_use (attachment_id, organization_id, course_version_id, component_id)
  select a.attachment_id, a.organization_id, of_version, of_component
  from (select c.organization_id from catalogue.course_version v join catalogue.course c using (course_id)
        where v.course_version_id = of_version) owner
  join catalogue.attachment a on a.organization_id = owner.organization_id
  where a.source_path in (select source from catalogue.component_sources(data))
     or a.attachment_id in (select substring(source from '^/media/(\d{1,9})/')::integer
                            from catalogue.component_sources(data))
  on conflict do nothing
$$;

create function catalogue.note_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from catalogue.attachment_use
    where course_version_id = new.course_version_id and component_id = new.component_id;
  end if;
  perform catalogue.insert_uses(new.course_version_id, new.component_id, new.data);
  return null;
end $$;
create trigger uses_written after insert on catalogue.component
  for each row execute function catalogue.note_uses();
create trigger uses_changed after update of data on catalogue.component
  for each row when (old.data is distinct from new.data) execute function catalogue.note_uses();
select catalogue.insert_uses(course_version_id, component_id, data) from catalogue.component;

-- Files on their way into the library. The bytes lie on the server's disk until the upload is saved or given up.
create table catalogue.media_upload (
  upload_id uuid primary key default gen_random_uuid(),
  organization_id integer not null references identity.organization,
  user_id integer not null references identity.person,
  file_name text not null check (length(file_name) between 1 and 200),
  file_size bigint not null check (file_size > 0),
  -- When the file was last changed, as its browser says: with name and size it tells whether an upload goes on.
  file_modified bigint not null,
  -- What the upload became, so that a saving that is repeated finds it.
  attachment_id integer,
  created_at timestamptz not null default platform.now(),
  foreign key (attachment_id, organization_id) references catalogue.attachment (attachment_id, organization_id)
);
create index media_upload_day on catalogue.media_upload (user_id, created_at);
create index media_upload_age on catalogue.media_upload (created_at);
select platform.protect_tenant_table('catalogue.media_upload'::regclass);
