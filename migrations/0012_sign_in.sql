-- Second factors, passkeys, social and storefront sign-in, devices, view-as, linked accounts, invitations.
-- New tables, and columns with constant defaults: locks identity.person, session, organization and sign_in_failure for
-- a moment only.

alter table identity.organization
  -- Staff of this organization and those below it sign in with a second factor only.
  add column staff_2fa_required boolean not null default false;

alter table identity.person
  add column password_changed_at timestamptz,
  -- The key of the picture in the store of files.
  add column profile_pic text,
  add column is_recruiter boolean not null default false;

alter table identity.session
  -- Staff who view as this person: who, in which session, where they were, and why.
  add column viewed_by integer references identity.person (user_id) on delete cascade,
  add column viewed_by_session_id bigint references identity.session (session_id) on delete cascade,
  add column last_route text,
  add column view_reason text,
  -- When the person last proved who they are (password, code or passkey): dangerous deeds ask for a recent one.
  add column proved_at timestamptz,
  add column device_hash bytea,
  -- How they signed in: password, totp, recovery, passkey, google, facebook, storefront, link, view-as, switch.
  add column method text not null default 'password';
-- Where somebody has signed in before is asked of ended sessions, too.
drop index identity.session_person;
create index session_person on identity.session (user_id);
create index session_viewed_by on identity.session (viewed_by_session_id) where ended_at is null;
alter table identity.session add unique (session_id, organization_id);

-- References that a session had before its present one. Each is worth 30 seconds more, for requests that were on their
-- way; one that comes later was copied, and ends the session.
create table identity.past_reference (
  reference_hash bytea primary key,
  session_id bigint not null,
  organization_id integer not null,
  replaced_at timestamptz not null,
  foreign key (session_id, organization_id) references identity.session (session_id, organization_id) on delete cascade
);
create index past_reference_session on identity.past_reference (session_id, replaced_at);

-- Carries a session of staff to another site of theirs, where the cookies of this one do not reach: once, for 30 seconds.
create table identity.hand_over (
  code_hash bytea primary key,
  session_id bigint not null,
  organization_id integer not null,
  -- The site that takes it.
  site_id integer not null references identity.organization,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (session_id, organization_id) references identity.session (session_id, organization_id) on delete cascade
);
create index hand_over_session on identity.hand_over (session_id);

-- A browser that has signed in before, named by a random cookie of its own; only the hash is kept.
create table identity.device (
  user_id integer not null,
  organization_id integer not null,
  device_hash bytea not null,
  created_at timestamptz not null default platform.now(),
  seen_at timestamptz not null default platform.now(),
  primary key (user_id, device_hash),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);

alter table identity.sign_in_failure add column device_hash bytea;
create index sign_in_failure_at on identity.sign_in_failure (at);

-- The secrets of a person's authenticator app, sealed with the server's key. A new one is `pending` until a code has
-- confirmed it, for the session or sign-in step that asked for it alone.
create table identity.totp (
  user_id integer primary key,
  organization_id integer not null,
  secret bytea,
  confirmed_at timestamptz,
  pending bytea,
  pending_for text,
  -- The last 30-second step that was accepted: a code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default platform.now(),
  check ((secret is null) = (confirmed_at is null)),
  check ((pending is null) = (pending_for is null)),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);

-- Wrong codes of a person, whatever they were typed for: twenty a day are enough for anybody.
create table identity.code_failure (
  code_failure_id bigint generated always as identity primary key,
  user_id integer not null,
  organization_id integer not null,
  at timestamptz not null default platform.now(),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index code_failure_user on identity.code_failure (user_id, at);

create table identity.recovery_code (
  user_id integer not null,
  organization_id integer not null,
  code_hash bytea not null,
  created_at timestamptz not null default platform.now(),
  used_at timestamptz,
  primary key (user_id, code_hash),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);

create table identity.passkey (
  passkey_id integer generated by default as identity primary key,
  user_id integer not null,
  organization_id integer not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 80),
  backed_up boolean not null default false,
  created_at timestamptz not null default platform.now(),
  used_at timestamptz,
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index passkey_user on identity.passkey (user_id);

-- What stands between a first proof and a session: five minutes, a few tries, one use. The handle is kept hashed.
create table identity.sign_in_step (
  handle_hash bytea primary key,
  user_id integer not null,
  organization_id integer not null,
  -- code: a second factor is asked for; set-up: one must be set up first.
  kind text not null check (kind in ('code', 'set-up')),
  method text not null,
  remember_me boolean not null default false,
  tries integer not null default 0,
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create index sign_in_step_user on identity.sign_in_step (user_id, created_at);

-- A challenge that a browser signs with a passkey; a sign-in challenge belongs to nobody yet.
create table identity.passkey_challenge (
  challenge_hash bytea primary key,
  -- The site that asked.
  organization_id integer not null references identity.organization,
  user_id integer references identity.person (user_id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign-in', 'prove')),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A provider's account is the provider and its own id of the person, never an e-mail address.
create table identity.social_account (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  user_id integer not null,
  organization_id integer not null,
  email text,
  created_at timestamptz not null default platform.now(),
  used_at timestamptz,
  primary key (provider, subject),
  unique (user_id, provider),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);

-- Orders of the organization's own shop, as its webhook told or its API answered.
create table identity.storefront_order (
  storefront_order_id integer generated by default as identity primary key,
  organization_id integer not null references identity.organization,
  provider text not null check (provider in ('shopify')),
  -- As the shop shows it ('#1001').
  order_name text not null,
  -- As people are looked up by it: without the '#', in lower case.
  order_key text not null check (length(order_key) between 1 and 60),
  external_id text not null,
  email text not null,
  customer_name text not null default '',
  paid_at timestamptz,
  user_id integer,
  -- The line items as received; what they enrol into is checkout's business.
  lines jsonb not null default '[]',
  received_at timestamptz not null default platform.now(),
  unique (organization_id, provider, external_id),
  unique (storefront_order_id, organization_id),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id)
);
create index storefront_order_key on identity.storefront_order (organization_id, provider, order_key);

-- What somebody typed to sign in with an order; a job looks the order up, so that the answer says nothing about it.
create table identity.storefront_request (
  storefront_request_id integer generated by default as identity primary key,
  organization_id integer not null references identity.organization,
  provider text not null check (provider in ('shopify')),
  order_key text not null check (length(order_key) between 1 and 60),
  email text not null check (length(email) between 3 and 254),
  lk_language_id integer not null default 1 check (lk_language_id in (1, 2)),
  created_at timestamptz not null default platform.now()
);
create index storefront_request_order on identity.storefront_request (organization_id, order_key, created_at);

-- Deliveries that were taken in: a webhook arrives more than once.
create table identity.storefront_delivery (
  organization_id integer not null references identity.organization,
  provider text not null,
  delivery_id text not null,
  received_at timestamptz not null default platform.now(),
  primary key (organization_id, provider, delivery_id)
);

-- One-time codes that were sent to the e-mail address of an order: ten minutes, five tries, kept as keyed hashes.
create table identity.storefront_code (
  code_hash bytea not null,
  storefront_order_id integer not null,
  organization_id integer not null,
  tries integer not null default 0,
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (storefront_order_id, code_hash),
  foreign key (storefront_order_id, organization_id)
    references identity.storefront_order (storefront_order_id, organization_id) on delete cascade
);

-- `user_id` may switch to `related_user_id`, who may be a person of another organization. Both have proved themselves.
create table identity.linked_account (
  linked_account_id integer generated by default as identity primary key,
  organization_id integer not null,
  user_id integer not null,
  related_user_id integer not null references identity.person (user_id) on delete cascade,
  created_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  check (user_id <> related_user_id),
  foreign key (user_id, organization_id) references identity.person (user_id, organization_id) on delete cascade
);
create unique index linked_account_live on identity.linked_account (user_id, related_user_id) where ended_at is null;
create index linked_account_related on identity.linked_account (related_user_id) where ended_at is null;

create table identity.invitation (
  invitation_id integer generated by default as identity primary key,
  organization_id integer not null references identity.organization,
  -- The link's token is made of this and the server's key, so that a letter that is sent again holds the same link.
  seed bytea not null,
  token_hash bytea not null unique,
  email text not null check (length(email) between 3 and 254),
  first_name text not null default '',
  last_name text not null default '',
  lk_user_role_id integer not null default 2 check (lk_user_role_id = 2),
  invited_by integer references identity.person (user_id),
  -- The person who accepted it.
  user_id integer references identity.person (user_id),
  created_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index invitation_organization on identity.invitation (organization_id, created_at desc);
-- One open invitation for an address.
create unique index invitation_open on identity.invitation (organization_id, lower(email))
  where used_at is null and revoked_at is null;

select platform.protect_tenant_table(name::regclass)
from unnest(array['identity.past_reference', 'identity.hand_over', 'identity.device', 'identity.totp', 'identity.code_failure', 'identity.recovery_code', 'identity.passkey',
  'identity.sign_in_step', 'identity.social_account', 'identity.storefront_order', 'identity.storefront_delivery',
  'identity.storefront_request',
  'identity.storefront_code', 'identity.passkey_challenge', 'identity.linked_account', 'identity.invitation']) as name;
