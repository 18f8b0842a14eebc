-- What: the emails that a sandbox would have sent.
-- Why: a partner's program reads them, and follows their links, without a mailbox.
-- Locks: none; the table is new.
create table platform.test_email (
  test_email_id integer generated always as identity primary key,
  organization_id integer not null check (organization_id < 0),
  name text not null,
  to_email text not null,
  subject text not null,
  text text not null,
  -- Of the sandbox's own clock.
  sent_at timestamptz not null default platform.now(),
  -- Of the real one: rows are deleted after 30 days.
  created_at timestamptz not null default clock_timestamp()
);
create index test_email_organization on platform.test_email (organization_id, test_email_id);
select platform.protect_tenant_table('platform.test_email'::regclass);
