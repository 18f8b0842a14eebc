import { nameColumns } from '#modules/backoffice/people/name-columns.ts'
import { userStatusSql } from '#modules/backoffice/people/person.sql.ts'
import { lk_user_status, userRole } from '#modules/identity/lookups.shared.ts'
import { literal } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { Columns } from '#platform/grid/columns.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import { staffWords as words } from './staff.texts.ts'

/**
 * Administrators in the caller's organizations. The role is a literal, because the staff index covers only its rows.
 */
export const fromAdministrators = (sql: Sql, inScope: InScope): Fragment => sql`
  from identity.v_person p
  where ${inScope(sql`p.organization_id`)} and p.lk_user_role_id = ${literal(sql, userRole.Admin)}
    and p.deleted_at is null`

export const fromInstructors = (sql: Sql, inScope: InScope): Fragment => sql`
  from identity.v_person p
  where ${inScope(sql`p.organization_id`)} and p.lk_user_role_id = ${literal(sql, userRole.Instructor)}
    and p.deleted_at is null`

export const fromSupportStaff = (sql: Sql, inScope: InScope): Fragment => sql`
  from identity.v_person p
  where ${inScope(sql`p.organization_id`)} and p.lk_user_role_id = ${literal(sql, userRole.Support)}
    and p.deleted_at is null`

/** The columns that all staff lists share. */
export const staffColumns = {
  loginid: { label: words.loginid, kind: 'text', sql: (sql) => sql`p.loginid`, search: true },
  ...nameColumns(words),
  email: { label: words.email, kind: 'text', sql: (sql) => sql`p.email`, search: true },
  code: { label: words.code, kind: 'text', sql: (sql) => sql`p.organization_code` },
  organization: { label: words.organization, kind: 'text', sql: (sql) => sql`p.organization_name` },
  lk_user_status_id: {
    label: words.user_status,
    kind: 'status',
    sql: userStatusSql,
    choices: lk_user_status,
  },
  updated_at: { label: words.updated_at, kind: 'instant', sql: (sql) => sql`p.updated_at` },
  created_at: { label: words.created_at, kind: 'instant', sql: (sql) => sql`p.created_at` },
  organization_id: { label: words.organization, kind: 'number', sql: (sql) => sql`p.organization_id`, shown: 'never' },
} as const satisfies Columns
