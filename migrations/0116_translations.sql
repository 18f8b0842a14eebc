-- Staff change the product's texts and translate them into further languages. New tables, and columns without a rewrite
-- on a table of a few rows: an exclusive lock on it for a moment.

alter table settings.system_language add column deleted_at timestamptz;

-- Each change of texts or languages is one set, which can be reverted as a whole. The newest id is the revision of the
-- texts, by which processes and caches know what they have.
create table settings.text_change (
  text_change_id bigint generated always as identity primary key,
  kind text not null check (kind in ('save', 'delete', 'import', 'revert', 'language')),
  changed_by integer,
  changed_at timestamptz not null default platform.now()
);

-- What one text is in one language instead of the product's own words.
create table settings.translation (
  key text not null check (length(key) between 1 and 200),
  language text not null references settings.system_language (language),
  msgstr text not null check (length(msgstr) between 1 and 5000),
  -- The product's words when it was translated: it holds as long as these are what the product says.
  english text not null,
  spanish text not null,
  state text not null default 'approved' check (state in ('review', 'approved')),
  text_change_id bigint not null references settings.text_change,
  primary key (language, key)
);

-- What each set changed, for the history of a text and for reverting. Never changed itself.
create table settings.translation_event (
  text_change_id bigint not null references settings.text_change,
  key text not null,
  language text not null,
  before jsonb,
  after jsonb,
  primary key (text_change_id, language, key)
);
create index translation_event_key on settings.translation_event (key, text_change_id desc);
create trigger translation_event_append_only before update or delete on settings.translation_event
  for each row execute function platform.refuse_change();
revoke update, delete on settings.translation_event from waypost_app;

create trigger tell_change after insert on settings.text_change
  for each statement execute function settings.tell_change('texts');
