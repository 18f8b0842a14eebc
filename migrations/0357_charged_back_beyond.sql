-- What: a kind of discrepancy for a chargeback with which more of a payment would be charged back than was paid.
-- Why: open and lost cases of one payment may not exceed it; one that the wallet reports all the same is for a person to judge.
-- Locks: checkout.discrepancy while its check is replaced and its rows are read once.

alter table checkout.discrepancy drop constraint discrepancy_kind_check;
alter table checkout.discrepancy add constraint discrepancy_kind_check check (kind in ('unknown_capture', 'unknown_refund',
  'unknown_chargeback', 'charged_back_beyond', 'amount', 'missing', 'not_settled', 'refund_cancelled', 'refunded_beyond',
  'not_returned', 'not_followed', 'unanswered_payment', 'unanswered_refund', 'still_held'));
