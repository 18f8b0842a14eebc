import { identityErrors } from '#modules/identity/errors.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import { permissionKeyOf } from '#modules/identity/permissions.ts'
import {
  type RoleDefaults,
  type StaffRole,
  selectRoleDefaults,
  staffRoles,
} from '#modules/identity/rights/permission-rows.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, type PermissionKey } from '#platform/permissions.ts'
import { isOwnRole } from './fetch-permissions.ts'
import type { PermissionChange } from './permission-row.schema.ts'

type Change = { role: StaffRole; key: PermissionKey; granted: boolean }

/**
 * Changes what the roles may do in the visited organization and its sub-organizations. An Admin changes only what they
 * have themselves, and never the defaults that apply to them. Signed-in people have the new rights with their next
 * request, because rights are read with every one.
 */
export async function saveRoleDefaults(ctx: Ctx, permissions: readonly PermissionChange[]): Promise<void> {
  const { organization_id } = ctx.organization
  // Serializes changes of an organization: each is compared with the result of the previous one.
  await ctx.sql`select from identity.organization where organization_id = ${organization_id} for no key update`
  if (permissions.some(({ StudentEnabled }) => StudentEnabled)) throw identityErrors.cannotGrant()
  const defaults = await selectRoleDefaults(ctx, organization_id)
  const changes = permissions.flatMap((row) => changesOfRow(row, defaults))
  if (changes.some(({ role }) => isOwnRole(ctx, role))) throw identityErrors.ownPermissions()
  if (changes.some(({ key }) => !holds(ctx.actor, key))) throw identityErrors.cannotGrant()
  const inherited = await selectRoleDefaults(ctx, organization_id, { above: true })
  for (const change of changes) await storeDefault(ctx, change, inherited)
  await ctx.audit({
    action: 'permission.defaults',
    subject: `organization_id:${organization_id}`,
    before: recordOf(changes, ({ granted }) => !granted),
    after: recordOf(changes, ({ granted }) => granted),
  })
}

function changesOfRow(row: PermissionChange, current: RoleDefaults): Change[] {
  const key = permissionKeyOf(row.permission_id)
  if (!key) return []
  return staffRoles
    .map((role) => ({ role, key, granted: row[`${role}Enabled`] ?? current[role].has(key) }))
    .filter(({ role, granted }) => granted !== current[role].has(key))
}

/** Values equal to the parent's are not stored, so that they keep following the organizations above. */
async function storeDefault({ sql, organization }: Ctx, change: Change, inherited: RoleDefaults): Promise<void> {
  const { role, key, granted } = change
  const rowKey = { organization_id: organization.organization_id, lk_user_role_id: roleId[role], key }
  if (inherited[role].has(key) === granted) {
    await sql`
      delete from identity.role_permission
      where organization_id = ${rowKey.organization_id} and lk_user_role_id = ${rowKey.lk_user_role_id} and key = ${key}`
    return
  }
  await sql`
    insert into identity.role_permission ${sql({ ...rowKey, granted })}
    on conflict (organization_id, lk_user_role_id, key) do update set granted = excluded.granted`
}

const recordOf = (changes: readonly Change[], value: (change: Change) => boolean) =>
  Object.fromEntries(changes.map((change) => [`${change.role}.${change.key}`, value(change)]))
