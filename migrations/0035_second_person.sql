-- Refunds that wait for a second person, what an organization says about them, and where tries to pay come from, so that
-- cards are not tried out and the captcha's provider learns what became of them. The checks of refund_attempt are read
-- through under a short exclusive lock; the new columns have no values or constant ones, the new indexes few rows.

alter table checkout.checkout_settings
  -- Whether refunds and voids may need a second person, from which sum on, and from which sum of one person in a day on.
  add column refund_approval_ind boolean,
  add column refund_approval_cents integer check (refund_approval_cents >= 0),
  add column refund_approval_day_cents integer check (refund_approval_day_cents >= 0);

-- awaiting: holds its sum, and nobody has asked the gateway. dropped: nobody ever will.
alter table checkout.refund_attempt
  drop constraint refund_attempt_state_check,
  drop constraint refund_attempt_check2,
  add constraint refund_attempt_state_check check (
    state in ('awaiting', 'dropped', 'calling', 'unknown', 'approved', 'declined', 'failed', 'cancelled')),
  add constraint refund_attempt_settled_check check ((settled_at is null) = (state in ('awaiting', 'calling', 'unknown')));
-- What somebody has given back of late.
create index refund_attempt_created_by on checkout.refund_attempt (created_by, called_at) where created_by is not null;

-- Why a refund needs a second person, and what became of it.
create table checkout.refund_approval (
  refund_attempt_id integer primary key,
  organization_id integer not null,
  -- sum: this one is large; day: with what the same person has given back within a day.
  cause text not null check (cause in ('sum', 'day')),
  asked_by integer not null references identity.person,
  asked_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  -- overtaken: money of the payment went back in another way meanwhile.
  decision text check (decision in ('approved', 'declined', 'taken_back', 'expired', 'overtaken')),
  decided_by integer references identity.person,
  decided_at timestamptz,
  note text check (length(note) between 1 and 500),
  check ((decision is null) = (decided_at is null)),
  check ((decided_by is not null) = coalesce(decision in ('approved', 'declined', 'taken_back'), false)),
  -- Two people, whatever the program does.
  check (decision not in ('approved', 'declined') or decided_by <> asked_by),
  check (decision <> 'taken_back' or decided_by = asked_by),
  foreign key (refund_attempt_id, organization_id)
    references checkout.refund_attempt (refund_attempt_id, organization_id)
);
create index refund_approval_open on checkout.refund_approval (expires_at) where decision is null;
create index refund_approval_organization on checkout.refund_approval (organization_id, asked_at) where decision is null;
select platform.protect_tenant_table('checkout.refund_approval'::regclass);

alter table security.risk_assessment
  -- Of the token that was judged: none counts twice, whatever the provider says of it.
  add column token_hash bytea check (length(token_hash) = 32),
  -- By which name the provider knows the account: a keyed hash, the same when a form is judged and when it is annotated.
  add column account text check (account ~ '^[A-Za-z0-9_-]{43}$'),
  -- Null: by the outcome of what was done with the form; a person's word stands above that.
  add column annotated_by integer references identity.person,
  add column annotation_reason text;
create unique index risk_assessment_token on security.risk_assessment (token_hash) where token_hash is not null;

alter table checkout.customer_order
  -- Of the form that it was ordered by, where a captcha was asked for; security's own number.
  add column assessment_id integer;

alter table checkout.payment_attempt
  -- SHA-256 of the browser's random name, and the /24 or /48 that it came from.
  add column device_hash bytea check (length(device_hash) = 32),
  add column network text not null default '',
  add column assessment_id integer,
  -- When the captcha's provider is told what became of it; null: nothing is owed (any more).
  add column tell_at timestamptz,
  add column tell_tries integer not null default 0;
create index payment_attempt_declined_device on checkout.payment_attempt (device_hash, called_at)
  where state = 'declined' and device_hash is not null;
create index payment_attempt_declined_network on checkout.payment_attempt (network, called_at)
  where state = 'declined' and network <> '';
create index payment_attempt_tell on checkout.payment_attempt (tell_at) where tell_at is not null;
