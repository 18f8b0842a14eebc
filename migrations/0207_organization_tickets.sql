-- What: tickets whose reporter is an organization.
-- Why: staff open a ticket for a partner as well as for a person; the work on it belongs to that organization.
-- Locks: one added column; the checks of the table read its rows once.
alter table support.ticket
  add column reporter_organization_id integer references identity.organization (organization_id),
  drop constraint ticket_check,
  add constraint ticket_reporter check (num_nonnulls(reporter_user_id, visitor_email, reporter_organization_id) >= 1),
  -- The organization itself: its staff and those above it see the ticket.
  add constraint ticket_reporter_organization check (reporter_organization_id = organization_id);
