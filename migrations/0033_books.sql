-- How far the books were compared with each gateway, when an open try was last asked about, and what staff have decided
-- about payments held for review. A new table and new columns without values: exclusive locks of moments. The new check
-- of discrepancy reads that table, which holds few rows.

-- By provider. No tenant's: gateways are the house's own.
create table checkout.settlement_comparison (
  provider text primary key check (provider in ('authorize_net', 'paypal')),
  -- Before the first whole comparison the next one goes on from here.
  first_at timestamptz not null default platform.now(),
  -- The next comparison goes on from here, whatever has failed meanwhile; null: none was whole yet.
  compared_until timestamptz,
  began_at timestamptz not null default platform.now(),
  -- Null: the last one that has come to an end went well.
  failed_at timestamptz,
  reason text check (length(reason) between 1 and 200),
  check ((failed_at is null) = (reason is null))
);

-- When the gateway was last asked what became of it; null: never.
alter table checkout.payment_attempt
  add column checked_at timestamptz,
  -- What staff have told the gateway to do with a payment that it held.
  add column decision text check (decision in ('approve', 'decline')),
  add column decided_by integer references identity.person,
  add column decided_at timestamptz,
  add constraint payment_attempt_decided_check check (num_nonnulls(decision, decided_by, decided_at) in (0, 3));
alter table checkout.refund_attempt add column checked_at timestamptz;

alter table checkout.discrepancy
  drop constraint discrepancy_kind_check,
  add constraint discrepancy_kind_check check (
    kind in ('unknown_capture', 'unknown_refund', 'amount', 'missing', 'not_settled', 'refund_cancelled',
             'refunded_beyond', 'not_returned', 'not_followed', 'unanswered_payment', 'unanswered_refund', 'still_held'));
