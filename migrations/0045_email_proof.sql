-- Since when the email address of an account is known to belong to whoever uses the account; null where nobody has shown
-- that. Active says only that an account may be used: public forms make Active accounts on any address. Until the address
-- is proven no other way to sign in can be added; the first proof removes those made before it.
-- Adds a column without a default: identity.person is locked for a moment. The updates read it once.

alter table identity.person add column email_proven_at timestamptz;

-- Accounts that exist. Nobody signs up as staff: they became Active by a link sent to their address, by an invitation, or
-- as the operator's first Admin.
update identity.person set email_proven_at = platform.now()
where lk_user_role_id <> 3 and lk_user_status_id = 1 and deleted_at is null;

-- A student's address is taken as proven where a provider has vouched for it, or where an order of its mailbox was claimed
-- by the code sent to it. All others can still sign in as before; they confirm the address before they add another way.
update identity.person p set email_proven_at = platform.now()
where p.lk_user_role_id = 3 and p.deleted_at is null
  and (exists (select from identity.social_account a where a.user_id = p.user_id and lower(a.email) = p.email_key)
    or exists (select from identity.storefront_order o where o.user_id = p.user_id and lower(o.email) = p.email_key));
