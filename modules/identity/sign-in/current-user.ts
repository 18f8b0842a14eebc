import { selectFactors } from '#modules/identity/credentials/factors.sql.ts'
import type { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { type Person, selectPerson } from '#modules/identity/people/person.sql.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { effectivePermissions, offeredPermissions, type PermissionName } from '#modules/identity/permissions.ts'
import { selectPermissionRows } from '#modules/identity/rights/permission-rows.sql.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PermissionKey } from '#platform/permissions.ts'

/** A person as `CurrentUser`, with their current permissions. */
export async function selectCurrentUser(ctx: Pick<Ctx, 'sql' | 'unscoped'>, user_id: number): Promise<CurrentUser> {
  const [person, rows, { tfa_enabled }] = await Promise.all([
    selectPerson(ctx, user_id),
    selectPermissionRows(ctx, user_id),
    selectFactors(ctx, user_id),
  ])
  return currentUser(person, tfa_enabled, effectivePermissions(roleOf(person.lk_user_role_id), rows))
}

function currentUser(person: Person, tfa_enabled: boolean, permissions: ReadonlySet<PermissionKey>): CurrentUser {
  const role = roleOf(person.lk_user_role_id)
  return {
    user_id: person.user_id,
    organization_id: person.organization_id,
    role,
    lk_user_role_id: person.lk_user_role_id,
    lk_user_status_id: person.lk_user_status_id,
    lk_language_id: person.lk_language_id,
    tfa_enabled,
    loginid: person.loginid,
    email: person.email,
    first_name: person.first_name,
    middle_name: person.middle_name,
    last_name: person.last_name,
    permissions: permissionMap(role, permissions),
  }
}

function permissionMap(role: Role, permissions: ReadonlySet<PermissionKey>): CurrentUser['permissions'] {
  const names = Object.keys(offeredPermissions) as PermissionName[]
  const entries = names.map((name) => ({
    name,
    create: { value: permissions.has(`${name}:CREATE`) },
    read: { value: permissions.has(`${name}:READ`) },
    update: { value: permissions.has(`${name}:UPDATE`) },
    delete: { value: permissions.has(`${name}:DELETE`) },
  }))
  return { [role.toUpperCase()]: entries }
}
