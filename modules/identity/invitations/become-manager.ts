import { selectOrganization, setManager } from '#modules/identity/organizations/organization-profile.sql.ts'
import { requesterContext } from '#modules/identity/rights/acting-for.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, type PermissionKey } from '#platform/permissions.ts'

/** A manager's permissions for their own organization, beyond those of instructors. */
const managerKeys: readonly PermissionKey[] = [
  'MANAGE_ORGANIZATION:READ',
  'MANAGE_ORGANIZATION:UPDATE',
  'MANAGE_WEBSITES:READ',
  'MANAGE_WEBSITES:UPDATE',
  'MANAGE_PAYMENT_METHODS:CREATE',
  'MANAGE_PAYMENT_METHODS:READ',
  'MANAGE_PAYMENT_METHODS:UPDATE',
  'MANAGE_PAYMENT_METHODS:DELETE',
]

type NewManager = { user_id: number; organization_id: number; invited_by: number }

/**
 * Makes a new instructor the manager of their organization, with those permissions that the inviter still holds; if the
 * inviter may no longer change the organization, they stay an instructor.
 */
export async function becomeManager(ctx: Ctx, { user_id, organization_id, invited_by }: NewManager): Promise<void> {
  const inviter = await requesterContext(ctx, invited_by, organization_id)
  if (!inviter || !holds(inviter.actor, 'MANAGE_ORGANIZATION:UPDATE')) return
  const keys = managerKeys.filter((key) => holds(inviter.actor, key))
  for (const key of keys)
    await ctx.sql`insert into identity.permission ${ctx.sql({ user_id, organization_id, key, granted: true })}`
  const before = await selectOrganization(ctx, organization_id, { lock: true })
  await setManager(ctx, organization_id, { user_id })
  const after = await selectOrganization(ctx, organization_id)
  const managerFields = ({ manager_user_id, manager_first_name, manager_last_name }: typeof before) => ({
    manager_id: manager_user_id,
    manager_name: `${manager_first_name} ${manager_last_name}`.trim(),
  })
  await ctx.audit({
    action: 'organization.changeManager',
    subject: `organization_id:${organization_id}`,
    subject_user_id: user_id,
    before: managerFields(before),
    after: { ...managerFields(after), keys },
  })
}
