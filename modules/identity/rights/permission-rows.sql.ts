import { roleId } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { PermissionKey } from '#platform/permissions.ts'

/** Granted (true) or revoked (false) permissions, as differences from the product's defaults. */
export type PermissionRows = Readonly<Record<string, boolean>>

export const staffRoles = ['Admin', 'Instructor', 'Support'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * The effective rows for a statement's person `p`, as one map or null: the role's rows, where the nearest organization
 * wins, overridden by the person's own. A repeated key keeps its last value.
 */
export const permissionRows = (sql: Sql): Fragment => sql`
  (select jsonb_object_agg(rights.key, rights.granted order by rights.distance desc)
   from (select r.key, r.granted, c.depth as distance
         from identity.role_permission r
         join identity.organization_closure c on c.ancestor_id = r.organization_id
         where c.descendant_id = p.organization_id and r.lk_user_role_id = p.lk_user_role_id
         union all
         select r.key, r.granted, -1 from identity.permission r where r.user_id = p.user_id) rights)`

/** The effective rows for a person. Callers must check the access. */
export async function selectPermissionRows(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<PermissionRows> {
  const [row] = await ctx.sql<{ rows: PermissionRows | null }>`
    select ${permissionRows(ctx.sql)} as rows from identity.person p where p.user_id = ${user_id}`
  return row?.rows ?? {}
}

/** The effective rows of each role in an organization, nearest first; `above` leaves out its own. */
async function listRoleRows(ctx: Ctx, organization_id: number, above: boolean): Promise<Map<number, PermissionRows>> {
  const roles = await ctx.sql<{ lk_user_role_id: number; rows: PermissionRows }>`
    select r.lk_user_role_id, jsonb_object_agg(r.key, r.granted order by c.depth desc) as rows
    from identity.role_permission r
    join identity.organization_closure c on c.ancestor_id = r.organization_id
    where c.descendant_id = ${organization_id} and c.depth >= ${above ? 1 : 0}
    group by r.lk_user_role_id`
  return new Map(roles.map(({ lk_user_role_id, rows }) => [lk_user_role_id, rows]))
}

export type RoleDefaults = Readonly<Record<Role, ReadonlySet<PermissionKey>>>

/** Each role's permissions in an organization, before grants to or revocations from a person. */
export async function selectRoleDefaults(
  ctx: Ctx,
  organization_id: number,
  { above = false }: { above?: boolean } = {},
): Promise<RoleDefaults> {
  const rows = await listRoleRows(ctx, organization_id, above)
  const rolePermissions = (role: Role) => effectivePermissions(role, rows.get(roleId[role]) ?? null)
  return {
    Admin: rolePermissions('Admin'),
    Instructor: rolePermissions('Instructor'),
    Support: rolePermissions('Support'),
    Student: rolePermissions('Student'),
    Auditor: rolePermissions('Auditor'),
  }
}
