-- A language that staff have added can be chosen by visitors, and is remembered in their profile: the ids of
-- settings.system_language. Constraints only, each checked against its rows under an exclusive lock of its table.

alter table identity.person drop constraint person_lk_language_id_check,
  add constraint person_lk_language_id_check check (lk_language_id between 1 and 10000);
alter table identity.storefront_request drop constraint storefront_request_lk_language_id_check,
  add constraint storefront_request_lk_language_id_check check (lk_language_id between 1 and 10000);
alter table support.ticket drop constraint ticket_lk_language_id_check,
  add constraint ticket_lk_language_id_check check (lk_language_id between 1 and 10000);
