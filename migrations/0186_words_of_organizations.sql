-- What: what organizations write themselves, in languages that staff have added: {"fr-ca": "..."}.
-- Why: terms, policies, the automatic answer, the footer of emails and saved replies were in English and Spanish only, so
--      that readers of a third language got English. Notices and banners keep all languages in their message already.
-- Locks: new columns with a constant default: the tables are not written anew.

alter table checkout.checkout_settings
  add column terms_more jsonb not null default '{}',
  add column privacy_more jsonb not null default '{}';
alter table settings.support_settings add column answer_more jsonb not null default '{}';
alter table settings.email_sender add column footer_more jsonb not null default '{}';
alter table support.saved_reply add column more jsonb not null default '{}';
