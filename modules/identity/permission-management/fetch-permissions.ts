import { canManage, type PersonInScope, selectPersonInScope } from '#modules/identity/people/people-scope.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import {
  type RoleDefaults,
  selectPermissionRows,
  selectRoleDefaults,
} from '#modules/identity/rights/permission-rows.sql.ts'
import { isWithin } from '#modules/identity/rights/within-rights.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, scoped, staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { PermissionRow, permissionGrid } from './permission-row.schema.ts'

/** Staff who manage administrators manage permissions; others see those of people whom they can see. */
async function requireReadable(ctx: Ctx, user_id: number): Promise<void> {
  const person = await selectPersonInScope(ctx, user_id)
  if (!holds(ctx.actor, 'MANAGE_ADMIN:READ') && !canManage(ctx, person, 'READ')) throw errors.notFound()
}

/** The permissions as three grids, one per staff role. */
export const PermissionGrids = z.object({
  adminPermissions: z.array(PermissionRow),
  instructorPermissions: z.array(PermissionRow),
  supportPermissions: z.array(PermissionRow),
})

/** The default permissions of each role in the visited organization. */
export async function selectDefaultGrids(ctx: Ctx): Promise<z.output<typeof PermissionGrids>> {
  const defaults = await selectRoleDefaults(ctx, ctx.organization.organization_id)
  return gridsOf(defaultsGrid(ctx, defaults))
}

const gridsOf = (grid: (role: Role) => PermissionRow[]) => ({
  adminPermissions: grid('Admin'),
  instructorPermissions: grid('Instructor'),
  supportPermissions: grid('Support'),
})

type Subject = { user_id?: number | null; lk_user_role_id?: number | null }

export const fetchPermissions = operation({
  call: 'GET /permission',
  summary: "Returns a person's permissions, or the role defaults in the visited organization",
  may: scoped<Subject>(
    staff(['MANAGE_ADMIN:READ', 'MANAGE_INSTRUCTORS:READ']),
    'for a person in their organizations',
    async (ctx, { user_id }) => {
      if (user_id) await requireReadable(ctx, user_id)
    },
  ),
  takes: z.object({ user_id: id().nullish(), lk_user_role_id: id().pipe(z.int().max(4)).nullish() }),
  gives: z.object({
    permissions: PermissionGrids,
    /** The person's role, which decides the relevant grid; null for the defaults. */
    lk_user_role_id: z.int().nullable(),
  }),
  async run(ctx, { user_id, lk_user_role_id: requestedRole }) {
    const person = user_id ? await selectPersonInScope(ctx, user_id) : null
    const defaults = await selectRoleDefaults(ctx, person?.organization_id ?? ctx.organization.organization_id)
    const grid = person ? await personGrid(ctx, person, defaults) : defaultsGrid(ctx, defaults)
    const isRequested = (role: Role) => !requestedRole || roleOf(requestedRole) === role
    return {
      permissions: gridsOf((role) => (isRequested(role) ? grid(role) : [])),
      lk_user_role_id: person?.lk_user_role_id ?? null,
    }
  },
})

const defaultsGrid = (ctx: Ctx, defaults: RoleDefaults) => (role: Role) =>
  permissionGrid(
    defaults[role],
    defaults,
    (key) => ctx.actor.kind === 'user' && ctx.actor.role === 'Admin' && !isOwnRole(ctx, role) && holds(ctx.actor, key),
  )

async function personGrid(ctx: Ctx, person: PersonInScope, defaults: RoleDefaults) {
  const personRole = roleOf(person.lk_user_role_id)
  const permissions = effectivePermissions(personRole, await selectPermissionRows(ctx, person.user_id))
  const isEditable = holds(ctx.actor, 'MANAGE_ADMIN:UPDATE') && isBelow(ctx, person, permissions, defaults)
  return (role: Role) =>
    permissionGrid(
      role === personRole ? permissions : defaults[role],
      defaults,
      (key) => isEditable && role === personRole && holds(ctx.actor, key),
    )
}

/** Whether changing a role's defaults would change the actor's own permissions: in their own organization. */
export function isOwnRole(ctx: Ctx, role: Role): boolean {
  const actor = userOf(ctx)
  return actor.role === role && ctx.organization.scope.includes(actor.organization_id)
}

/** The actor may not change students, people with more rights, or themselves. */
export function isBelow(
  ctx: Ctx,
  person: PersonInScope,
  permissions: ReadonlySet<string>,
  defaults: RoleDefaults,
): boolean {
  const role = roleOf(person.lk_user_role_id)
  if (role === 'Student' || person.user_id === userOf(ctx).user_id) return false
  return isWithin(ctx.actor, role, [...defaults[role], ...permissions])
}
