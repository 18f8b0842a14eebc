import { identityErrors } from '#modules/identity/errors.ts'
import { type PersonInScope, selectPersonInScope } from '#modules/identity/people/people-scope.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { effectivePermissions, lastPermissionId, permissionKeyOf } from '#modules/identity/permissions.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import { lockRightsChanges } from '#modules/identity/rights/lock-rights-changes.sql.ts'
import { selectPermissionRows, selectRoleDefaults } from '#modules/identity/rights/permission-rows.sql.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, type PermissionKey, scoped, staff, userOf } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { isBelow } from './fetch-permissions.ts'
import { PermissionChange } from './permission-row.schema.ts'
import { saveRoleDefaults } from './save-role-defaults.ts'

const permissionTexts = texts({ updated: ['Permissions updated', 'Permisos actualizados'] })

type Input = { user_id?: number | null; permissions: PermissionChange[] }

export const savePermissions = operation({
  call: 'PUT /permission',
  summary:
    'Changes the permissions of a staff member (`?user_id=`) or the role defaults in the visited organization. No one can grant what they lack or change their own',
  may: scoped<Input>(
    staff('MANAGE_ADMIN:UPDATE'),
    'for a person in their organizations; an Admin for the role defaults',
    async (ctx, { user_id }) => {
      if (user_id) await selectPersonInScope(ctx, user_id)
      else if (userOf(ctx).role !== 'Admin') throw errors.forbidden()
    },
  ),
  takes: z.object({ user_id: id().nullish(), permissions: list(PermissionChange, lastPermissionId) }),
  gives: z.object({ message: z.string() }),
  body: 'permissions',
  fails: [identityErrors.ownPermissions, identityErrors.cannotGrant, identityErrors.proofNeeded],
  async run(ctx, { user_id, permissions }) {
    if (user_id) await savePersonRows(ctx, user_id, permissions)
    else await saveRoleDefaults(ctx, permissions)
    // Checked last, so that a person who proves their identity is not then refused for another reason.
    await requireFreshProof(ctx)
    return { message: localize(ctx.locale, permissionTexts.updated) }
  },
})

async function savePersonRows(ctx: Ctx, user_id: number, permissions: Input['permissions']): Promise<void> {
  if (user_id === userOf(ctx).user_id) throw identityErrors.ownPermissions()
  await lockRightsChanges(ctx)
  await ctx.sql`select from identity.person where user_id = ${user_id} for no key update`
  const person = await selectPersonInScope(ctx, user_id)
  const rows = await selectPermissionRows(ctx, user_id)
  const currentPermissions = effectivePermissions(roleOf(person.lk_user_role_id), rows)
  const changes = requestedChanges(currentPermissions, permissions)
  if (changes.length > 0) await requireMayChange(ctx, person, currentPermissions, changes)
  for (const { key, granted } of changes) await upsertPermission(ctx, person, key, granted)
  // Permissions are read with every request; new sessions also refresh open tabs.
  if (changes.length > 0) await endSessionsOf(ctx, user_id)
  const before = Object.fromEntries(changes.map(({ key }) => [key, currentPermissions.has(key)]))
  const after = Object.fromEntries(changes.map(({ key, granted }) => [key, granted]))
  await ctx.audit({
    action: 'permission.update',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    ...changesOf(before, after, Object.keys(after)),
  })
}

type Change = { key: PermissionKey; granted: boolean }

const requestedChanges = (current: ReadonlySet<string>, permissions: Input['permissions']): Change[] =>
  permissions.flatMap(({ permission_id, enabled }) => {
    const key = permissionKeyOf(permission_id)
    return key && current.has(key) !== enabled ? [{ key, granted: enabled }] : []
  })

async function requireMayChange(
  ctx: Ctx,
  person: PersonInScope,
  current: ReadonlySet<string>,
  changes: readonly Change[],
): Promise<void> {
  const defaults = await selectRoleDefaults(ctx, person.organization_id)
  const grantsMore = changes.some(({ key, granted }) => granted && !holds(ctx.actor, key))
  if (grantsMore || !isBelow(ctx, person, current, defaults)) throw identityErrors.cannotGrant()
}

async function upsertPermission(ctx: Ctx, person: PersonInScope, key: PermissionKey, granted: boolean): Promise<void> {
  const row = { user_id: person.user_id, organization_id: person.organization_id, key, granted }
  await ctx.sql`
    insert into identity.permission ${ctx.sql(row)}
    on conflict (user_id, key) do update set granted = excluded.granted`
}
