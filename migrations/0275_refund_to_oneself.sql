-- What: a third cause for which a second person is asked about a refund or a void: the money goes back to who asks for it.
-- Why: whoever may refund could buy a course, take the money back and keep the course, all alone.
-- Locks: refunds wait while the small table of requests is checked, once.

alter table checkout.refund_approval
  drop constraint refund_approval_cause_check,
  add constraint refund_approval_cause_check check (cause in ('sum', 'day', 'own'));
