import type { Ctx } from '../../../platform/ctx.ts'
import { operation } from '../../../platform/operation.ts'
import { holds, type PermissionKey, scoped, staff, userOf } from '../../../platform/permissions.ts'
import { flag, id, list, optionalText, z } from '../../../platform/schema.ts'
import { pick, texts } from '../../../platform/texts.ts'
import { identityErrors } from '../errors.ts'
import { roleOf } from '../people/roles.ts'
import { defaultPermissions, effectivePermissions, permissionKeys } from '../permissions.ts'
import { endSessionsOf } from '../sessions/session.sql.ts'
import { selectPermissionRows } from '../sign-in/current-user.ts'
import { type StaffMember, selectWithinReach } from './fetch-permissions.ts'

const permissionTexts = texts({ updated: ['Permissions updated', 'Permisos actualizados'] })

const PermissionChange = z.object({
  permission_id: id().pipe(z.int().max(permissionKeys.length)),
  enabled: flag(),
  name: optionalText(80),
  lk_permission_type_id: id().nullish(),
  // The grid sends whole rows; the defaults of the roles are changed in the settings.
  AdminEnabled: flag().nullish(),
  InstructorEnabled: flag().nullish(),
  StudentEnabled: flag().nullish(),
})

type Input = { user_id: number; permissions: z.output<typeof PermissionChange>[] }

export const savePermissions = operation({
  call: 'PUT /permission',
  summary:
    'Grant to or take from a member of staff (`?user_id=`); nobody grants what they lack, nobody changes their own',
  may: scoped<Input>(
    staff('MANAGE_ADMIN:UPDATE'),
    'of a person within their organizations',
    async (ctx, { user_id }) => {
      await selectWithinReach(ctx, user_id)
    },
  ),
  takes: z.object({ user_id: id(), permissions: list(PermissionChange, permissionKeys.length) }),
  gives: z.object({ message: z.string() }),
  body: 'permissions',
  fails: [identityErrors.ownPermissions, identityErrors.cannotGrant],
  async run(ctx, { user_id, permissions }) {
    if (user_id === userOf(ctx).user_id) throw identityErrors.ownPermissions()
    const person = await selectWithinReach(ctx, user_id)
    await ctx.sql`select from identity.person where user_id = ${user_id} for update`
    const before = await selectPermissionRows(ctx, user_id)
    const changes = await wantedChanges(ctx, person, before, permissions)
    for (const { key, granted } of changes) await upsertPermission(ctx, person, key, granted)
    // What somebody may do is read with every request; new sessions make tabs that are open say so as well.
    if (changes.length > 0) await endSessionsOf(ctx, user_id)
    const after = Object.fromEntries(changes.map(({ key, granted }) => [key, granted]))
    await ctx.audit({
      action: 'permission.update',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
      before,
      after,
    })
    return { message: pick(ctx.locale, permissionTexts.updated) }
  },
})

type Change = { key: PermissionKey; granted: boolean }

async function wantedChanges(
  ctx: Ctx,
  person: StaffMember,
  rows: Record<string, boolean>,
  wanted: Input['permissions'],
): Promise<Change[]> {
  const role = roleOf(person.lk_user_role_id)
  const held = effectivePermissions(role, rows)
  const changes = wanted
    .map(({ permission_id, enabled }) => ({ key: permissionKeys[permission_id - 1]!, granted: enabled }))
    .filter(({ key, granted }) => held.has(key) !== granted)
  const beyond = changes.some(({ key, granted }) => granted && !holds(ctx.actor, key))
  if (beyond || (role === 'Student' && changes.length > 0)) throw identityErrors.cannotGrant()
  // Somebody who holds more than the actor is not the actor's to change.
  const above = [...defaultPermissions(role), ...held].some((key) => !holds(ctx.actor, key))
  if (above && changes.length > 0) throw identityErrors.cannotGrant()
  return changes
}

async function upsertPermission(ctx: Ctx, person: StaffMember, key: PermissionKey, granted: boolean): Promise<void> {
  const row = { user_id: person.user_id, organization_id: person.organization_id, key, granted }
  await ctx.sql`
    insert into identity.permission ${ctx.sql(row)}
    on conflict (user_id, key) do update set granted = excluded.granted`
}
