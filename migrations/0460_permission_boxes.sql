-- What: grants and refusals of staff for boxes of the permission grid that gated nothing until now.
-- Why: billing methods needed the permissions for organizations, revoking a key the one for changing keys, and changing
-- how others sign in the one for changing people. Each has its own box now; whoever could do it still can, and
-- whoever was refused it still is. Changing how others sign in also requires the right to change them.
-- The names of three permissions are declared elsewhere, so their translations follow.
-- Locks: rows of identity.permission, identity.role_permission and settings.translation.

-- A box that was ticked or cleared without an effect says nothing about what was meant.
delete from identity.permission where key in (
  'CHANGE_PASSWORD:UPDATE', 'MANAGE_AUTHORIZATION_KEYS:DELETE', 'MANAGE_PAYMENT_METHODS:CREATE',
  'MANAGE_PAYMENT_METHODS:READ', 'MANAGE_PAYMENT_METHODS:UPDATE', 'MANAGE_PAYMENT_METHODS:DELETE');
delete from identity.role_permission where key in (
  'CHANGE_PASSWORD:UPDATE', 'MANAGE_AUTHORIZATION_KEYS:DELETE', 'MANAGE_PAYMENT_METHODS:CREATE',
  'MANAGE_PAYMENT_METHODS:READ', 'MANAGE_PAYMENT_METHODS:UPDATE', 'MANAGE_PAYMENT_METHODS:DELETE');

with moved (source, target) as (
  values
    ('MANAGE_ORGANIZATION:READ', 'MANAGE_PAYMENT_METHODS:READ'),
    ('MANAGE_ORGANIZATION:UPDATE', 'MANAGE_PAYMENT_METHODS:CREATE'),
    ('MANAGE_ORGANIZATION:UPDATE', 'MANAGE_PAYMENT_METHODS:UPDATE'),
    ('MANAGE_ORGANIZATION:UPDATE', 'MANAGE_PAYMENT_METHODS:DELETE'),
    ('MANAGE_AUTHORIZATION_KEYS:UPDATE', 'MANAGE_AUTHORIZATION_KEYS:DELETE'),
    ('MANAGE_ADMIN:UPDATE', 'CHANGE_PASSWORD:UPDATE'),
    ('MANAGE_INSTRUCTORS:UPDATE', 'CHANGE_PASSWORD:UPDATE'),
    ('MANAGE_STUDENTS:UPDATE', 'CHANGE_PASSWORD:UPDATE'))
insert into identity.permission (user_id, organization_id, key, granted)
select p.user_id, p.organization_id, m.target, bool_or(p.granted)
from identity.permission p join moved m on m.source = p.key
where p.granted or m.target <> 'CHANGE_PASSWORD:UPDATE'
group by p.user_id, p.organization_id, m.target;

with moved (source, target) as (
  values
    ('MANAGE_ORGANIZATION:READ', 'MANAGE_PAYMENT_METHODS:READ'),
    ('MANAGE_ORGANIZATION:UPDATE', 'MANAGE_PAYMENT_METHODS:CREATE'),
    ('MANAGE_ORGANIZATION:UPDATE', 'MANAGE_PAYMENT_METHODS:UPDATE'),
    ('MANAGE_ORGANIZATION:UPDATE', 'MANAGE_PAYMENT_METHODS:DELETE'),
    ('MANAGE_AUTHORIZATION_KEYS:UPDATE', 'MANAGE_AUTHORIZATION_KEYS:DELETE'),
    ('MANAGE_ADMIN:UPDATE', 'CHANGE_PASSWORD:UPDATE'),
    ('MANAGE_INSTRUCTORS:UPDATE', 'CHANGE_PASSWORD:UPDATE'),
    ('MANAGE_STUDENTS:UPDATE', 'CHANGE_PASSWORD:UPDATE'))
insert into identity.role_permission (organization_id, lk_user_role_id, key, granted)
select p.organization_id, p.lk_user_role_id, m.target, bool_or(p.granted)
from identity.role_permission p join moved m on m.source = p.key
where p.granted or m.target <> 'CHANGE_PASSWORD:UPDATE'
group by p.organization_id, p.lk_user_role_id, m.target;

update settings.translation t set key = moved.new_key
from (values
  ('identity/permissions:permissionNames.CAN_ADD_MULTIPLE_ACCOUNTS', 'identity/permissions:offeredPermissions.CAN_ADD_MULTIPLE_ACCOUNTS.text'),
  ('identity/permissions:permissionNames.CAN_ADVANCE', 'identity/permissions:offeredPermissions.CAN_ADVANCE.text'),
  ('identity/permissions:permissionNames.MANAGE_PAYMENT_METHODS', 'identity/permissions:offeredPermissions.MANAGE_PAYMENT_METHODS.text')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
