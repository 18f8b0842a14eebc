-- What: every email that left within the last days, so that the emails of one sender and to one mailbox can be limited, and
-- every question whose answer tells whether somebody has an account, so that those can be, too. Both count over all sites
-- and processes together, hold hashes and numbers alone, and are emptied every night.
-- New tables only: locks nothing.

create table platform.outgoing_email (
  outgoing_email_id bigint generated always as identity primary key,
  -- Of the address in lower case.
  recipient_hash bytea not null,
  -- On whose behalf it was sent: who wrote or asked for it, else the account that it is about; none for visitors.
  sender_id integer,
  name text not null,
  kind text not null check (kind in ('security', 'service', 'personal', 'reminder')),
  at timestamptz not null default platform.now()
);
create index outgoing_email_recipient on platform.outgoing_email (recipient_hash, name, at);
create index outgoing_email_sender on platform.outgoing_email (sender_id, kind, at) where sender_id is not null;
create index outgoing_email_at on platform.outgoing_email (at);

create table identity.account_guess (
  account_guess_id bigint generated always as identity primary key,
  -- The /24 or /48 of whoever asked.
  network text not null,
  -- Nobody for visitors. No reference: a guess outlives the account that was made for it.
  user_id integer,
  at timestamptz not null default platform.now()
);
create index account_guess_network on identity.account_guess (network, at);
create index account_guess_user on identity.account_guess (user_id, at) where user_id is not null;
create index account_guess_at on identity.account_guess (at);
