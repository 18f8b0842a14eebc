import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { roleOf, userStatus } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import { canViewAs } from '#modules/identity/rights/can-view-as.ts'
import { grantedOrganizations } from '#modules/identity/rights/granted-organizations.sql.ts'
import { permissionRows } from '#modules/identity/rights/permission-rows.sql.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Sql } from '#platform/db/sql.ts'

/** A view's additions to the viewed actor: the viewer, and their own permissions. */
export type Viewer = { viewed_by: number; viewer_permissions: ReadonlySet<string> }

type Row = {
  session_id: number
  user_id: number
  organization_id: number
  lk_user_role_id: number
  assigned_organizations: number[] | null
  rows: Record<string, boolean> | null
}

/**
 * The current staff member behind a view; null if their session is over, they are disabled, their organization is
 * closed, or they may no longer view as this person or work for the person's organization. Checked with every request
 * of a view, so that it never outlives its basis.
 */
export async function findViewer(
  sql: Sql,
  session_id: number,
  target: UserActor,
  now: Date,
  visitedOrganization: { organization_id: number },
): Promise<Viewer | null> {
  const [row] = await sql<Row>`
    select s.session_id, p.user_id, p.organization_id, p.lk_user_role_id,
           ${grantedOrganizations(sql)} as assigned_organizations, ${permissionRows(sql)} as rows
    from identity.session s
    join identity.person p using (user_id)
    join identity.organization o on o.organization_id = p.organization_id
      and o.lk_organization_status_id = ${organizationStatus.Active}
    where s.session_id = ${session_id} and s.ended_at is null and s.expires_at > ${now}
      and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${visitedOrganization.organization_id})
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${target.organization_id})`
  if (!row || row.assigned_organizations?.includes(target.organization_id) === false) return null
  const { user_id, organization_id, lk_user_role_id, rows } = row
  const role = roleOf(lk_user_role_id)
  const permissions = effectivePermissions(role, rows)
  const staff = { kind: 'user', user_id, role, organization_id, session_id, permissions, viewed_by: null } as const
  return canViewAs(staff, target) ? { viewed_by: user_id, viewer_permissions: permissions } : null
}
