-- Organizations say their emails in their own words, under their own name. New tables only: locks nothing. No foreign keys,
-- because settings is the lowest module and does not ask who an id is.

-- The words of one text of one email, instead of the product's. Sub-organizations inherit them.
create table settings.email_words (
  organization_id integer not null,
  email text not null check (length(email) between 1 and 100),
  -- Which text of the email.
  key text not null check (length(key) between 1 and 100),
  language text not null check (language ~ '^[a-z]{2}-[a-z]{2}$'),
  -- The product's words when these were written: they hold as long as these are what the product says.
  english text not null,
  spanish text not null,
  -- Null: the product's own, or those of the organization above.
  words text check (length(words) between 1 and 2000 and words !~ '[\n\r]'),
  -- Grows with each change of the email in this language, so that no one overwrites what they have not seen.
  version integer not null,
  changed_at timestamptz not null default platform.now(),
  changed_by integer,
  primary key (organization_id, email, language, key)
);
select platform.protect_tenant_table('settings.email_words'::regclass);
create policy inherited on settings.email_words for select
  using (exists (select from identity.organization_closure c
                 where c.ancestor_id = email_words.organization_id
                   and (select platform.tenants()) @> c.descendant_id));

-- Under which name emails are sent, who gets the answers, and what they end with.
create table settings.email_sender (
  organization_id integer primary key,
  -- Each null: as the nearest organization above has it, else the product's.
  sender_name text check (length(sender_name) between 1 and 80 and sender_name !~ '[\n\r"<>@\\]'),
  reply_to text check (length(reply_to) between 3 and 200 and reply_to !~ '[\s,;<>"]'),
  footer_en text check (length(footer_en) between 1 and 1000),
  footer_es text check (length(footer_es) between 1 and 1000),
  version integer not null default 1,
  -- A footer has both languages or comes from above.
  check (num_nonnulls(footer_en, footer_es) in (0, 2))
);
select platform.protect_tenant_table('settings.email_sender'::regclass);
create policy inherited on settings.email_sender for select
  using (exists (select from identity.organization_closure c
                 where c.ancestor_id = email_sender.organization_id
                   and (select platform.tenants()) @> c.descendant_id));

-- What was sent, the newest first: the list of emails of an organization.
create index audit_event_mail on platform.audit_event (organization_id, at desc, audit_event_id desc)
  where action = 'mail.sent';
