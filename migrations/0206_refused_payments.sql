-- What: an index of the refused tries to pay an order.
-- Why: the last refused payment of a person is looked for whenever staff open a ticket of theirs.
-- Locks: writes to checkout.payment_attempt while the index is built.
create index payment_attempt_refused on checkout.payment_attempt (order_id, payment_attempt_id)
  where state in ('declined', 'failed');
