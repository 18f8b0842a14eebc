import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { localeOf, roleId, roleOf, userStatus } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import type { Locale } from '#platform/texts.ts'
import { grantedOrganizations } from './granted-organizations.sql.ts'
import { permissionRows } from './permission-rows.sql.ts'

/** A person who holds a permission: the recipient of an email. */
export type KeyHolder = {
  user_id: number
  organization_id: number
  first_name: string
  email: string
  locale: Locale
}

type Row = Omit<KeyHolder, 'locale'> & {
  lk_user_role_id: number
  lk_language_id: number
  rows: Record<string, boolean> | null
}

type HolderQuery = { organization_id: number; key: PermissionKey; user_id?: number }

const maxAsked = 500

/**
 * Staff of an organization and its parents who hold a permission and may sign in, nearest first, without instructors
 * assigned only to others; `user_id` selects one of them.
 */
export async function listKeyHolders(
  { unscoped }: Ctx,
  { organization_id, key, user_id }: HolderQuery,
): Promise<KeyHolder[]> {
  const { sql } = unscoped
  const rows = await sql<Row>`
    select p.user_id, p.organization_id, p.first_name, p.email, p.lk_user_role_id, p.lk_language_id,
           ${permissionRows(sql)} as rows
    from identity.person p
    join identity.organization_closure up
      on up.ancestor_id = p.organization_id and up.descendant_id = ${organization_id}
    join identity.organization o
      on o.organization_id = p.organization_id and o.lk_organization_status_id = ${organizationStatus.Active}
    where p.lk_user_role_id not in (${roleId.Student}, ${roleId.Auditor}) and p.lk_user_status_id <> ${userStatus.Disabled}
      and p.deleted_at is null
      and coalesce(${organization_id} = any(${grantedOrganizations(sql)}), true)
      and p.user_id = coalesce(${user_id ?? null}::integer, p.user_id)
    order by up.depth, p.user_id
    limit ${maxAsked}`
  return rows.flatMap(({ lk_user_role_id, lk_language_id, rows: permissionRows, ...holder }) =>
    effectivePermissions(roleOf(lk_user_role_id), permissionRows).has(key)
      ? [{ ...holder, locale: localeOf(lk_language_id) }]
      : [],
  )
}
