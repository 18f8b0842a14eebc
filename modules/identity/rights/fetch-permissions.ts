import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { permissionType } from '../../../platform/lookups.ts'
import { operation } from '../../../platform/operation.ts'
import { type Role, scoped, staff } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { roleOf } from '../people/roles.ts'
import { defaultPermissions, effectivePermissions, permissionKeys } from '../permissions.ts'
import { selectPermissionRows } from '../sign-in/current-user.ts'

/** `permission_id` is the place of the NAME:TYPE key, from 1: the same for everybody. */
const PermissionRow = z.object({
  permission_id: z.int(),
  name: z.string(),
  lk_permission_type_id: z.int(),
  enabled: z.union([z.literal(0), z.literal(1)]),
  AdminEnabled: z.union([z.literal(0), z.literal(1)]),
  InstructorEnabled: z.union([z.literal(0), z.literal(1)]),
  StudentEnabled: z.union([z.literal(0), z.literal(1)]),
})

export type StaffMember = { user_id: number; organization_id: number; lk_user_role_id: number }

/** A person within the caller's organizations. Throws notFound. */
export async function selectWithinReach(ctx: Ctx, user_id: number): Promise<StaffMember> {
  const [found] = await ctx.sql<StaffMember>`
    select user_id, organization_id, lk_user_role_id from identity.person
    where user_id = ${user_id} and deleted_at is null
      and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  if (!found) throw errors.notFound()
  return found
}

type Asked = { user_id?: number | null; lk_user_role_id?: number | null }

export const fetchPermissions = operation({
  call: 'GET /permission',
  summary: 'The permission grid of a person, or the defaults of the roles',
  may: scoped<Asked>(
    staff(['MANAGE_ADMIN:READ', 'MANAGE_INSTRUCTORS:READ']),
    'of a person within their organizations',
    async (ctx, { user_id }) => {
      if (user_id) await selectWithinReach(ctx, user_id)
    },
  ),
  takes: z.object({ user_id: id().nullish(), lk_user_role_id: id().nullish() }),
  gives: z.object({
    permissions: z.object({
      adminPermissions: z.array(PermissionRow),
      instructorPermissions: z.array(PermissionRow),
    }),
  }),
  async run(ctx, { user_id }) {
    const person = user_id ? await selectWithinReach(ctx, user_id) : null
    const rows = person ? await selectPermissionRows(ctx, person.user_id) : {}
    const own = person ? roleOf(person.lk_user_role_id) : null
    const heldAs = (role: Role) => (own === role ? effectivePermissions(role, rows) : defaultPermissions(role))
    return {
      permissions: {
        adminPermissions: gridOf(heldAs('Admin')),
        instructorPermissions: gridOf(heldAs(own === 'Support' ? 'Support' : 'Instructor')),
      },
    }
  },
})

function gridOf(held: ReadonlySet<string>): z.input<typeof PermissionRow>[] {
  const admin = defaultPermissions('Admin')
  const instructor = defaultPermissions('Instructor')
  const bit = (set: ReadonlySet<string>, key: string) => (set.has(key) ? 1 : 0)
  return permissionKeys.map((key, index) => {
    const [name = '', type = ''] = key.split(':')
    return {
      permission_id: index + 1,
      name,
      lk_permission_type_id: permissionType[type as keyof typeof permissionType],
      enabled: bit(held, key),
      AdminEnabled: bit(admin, key),
      InstructorEnabled: bit(instructor, key),
      StudentEnabled: 0,
    }
  })
}
