import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { localeOf, roleOf, userStatus } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import type { Ctx } from '#platform/ctx.ts'
import { grantedOrganizations } from './granted-organizations.sql.ts'
import { permissionRows } from './permission-rows.sql.ts'

type Row = {
  own_organization_id: number
  lk_user_role_id: number
  lk_language_id: number
  reach: number[]
  assigned_organizations: number[] | null
  rows: Record<string, boolean> | null
  code: string
  name: string
  time_zone: string
  scope: number[]
}

/**
 * A context for work that a person requested on an organization's site, with the person's current permissions. Null if
 * they may no longer sign in there, or the site is closed.
 */
export async function requesterContext(ctx: Ctx, user_id: number, organization_id: number): Promise<Ctx | null> {
  const { sql } = ctx.unscoped
  const [row] = await sql<Row>`
    select p.organization_id as own_organization_id, p.lk_user_role_id, p.lk_language_id, o.code, o.name, o.time_zone,
           (select array_agg(c.descendant_id) from identity.organization_closure c
            where c.ancestor_id = p.organization_id) as reach,
           (select array_agg(c.descendant_id order by c.depth, c.descendant_id) from identity.organization_closure c
            where c.ancestor_id = o.organization_id) as scope,
           ${grantedOrganizations(sql)} as assigned_organizations, ${permissionRows(sql)} as rows
    from identity.person p
    join identity.organization own on own.organization_id = p.organization_id
      and own.lk_organization_status_id = ${organizationStatus.Active}
    join identity.organization o on o.organization_id = ${organization_id} and o.deleted_at is null
      and o.lk_organization_status_id = ${organizationStatus.Active}
    join identity.organization_closure up
      on up.ancestor_id = p.organization_id and up.descendant_id = o.organization_id
    where p.user_id = ${user_id} and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}`
  if (!row) return null
  const { own_organization_id, reach, assigned_organizations, rows, lk_language_id, code, name, time_zone, scope } = row
  const role = roleOf(row.lk_user_role_id)
  return ctx.as({
    actor: {
      kind: 'user',
      user_id,
      role,
      organization_id: own_organization_id,
      reach,
      ...(assigned_organizations && { assigned_organizations }),
      // No session: operations that require a recent proof can't be run this way.
      session_id: 0,
      permissions: effectivePermissions(role, rows),
      viewed_by: null,
    },
    organization: { organization_id, code, name, time_zone, scope },
    locale: localeOf(lk_language_id),
  })
}
