-- What: the sign-in providers of organizations (OpenID Connect), and links of people to their accounts there.
-- Why: a partner's students and staff sign in with the accounts that they have at their own organization.
-- Locks: `alter table` for a moment; the wider check holds for every present row and is validated by the next migration.
create table identity.sign_in_provider (
  organization_id integer primary key references identity.organization (organization_id),
  -- As people read it on the button.
  name text not null check (length(name) between 1 and 60),
  issuer text not null check (length(issuer) between 8 and 300),
  client_id text not null check (length(client_id) between 1 and 300),
  client_secret bytea not null,
  -- The claims of an ID token by their names; no claim is an external id if there is none.
  external_id_claim text check (length(external_id_claim) between 1 and 100),
  given_name_claim text not null default 'given_name',
  family_name_claim text not null default 'family_name',
  -- Domains whose addresses the provider may confirm, in lower case.
  email_domains text[] not null default '{}',
  creates_students boolean not null default false,
  enabled boolean not null default false,
  updated_at timestamptz not null default platform.now()
);
select platform.protect_tenant_table('identity.sign_in_provider'::regclass);

alter table identity.social_account drop constraint social_account_provider_check;
alter table identity.social_account add constraint social_account_provider_check
  check (provider in ('google', 'facebook', 'organization')) not valid;
