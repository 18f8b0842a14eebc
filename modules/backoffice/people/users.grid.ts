import { findPeople, findPeopleByPhone } from '#modules/identity/index.ts'
import { lk_user_role } from '#modules/identity/lookups.shared.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { staff } from '#platform/permissions.ts'
import { nameColumns } from './name-columns.ts'
import { peopleWords as words } from './people.texts.ts'
import { userIdSql } from './person.sql.ts'

/** GET /user/fetch: people of all roles, for staff who may see every one of them. */
export const users = defineGrid({
  calls: { fetch: 'GET /user/fetch', export: 'GET /user/export' },
  added: ['export'],
  rows: 'data',
  file: 'UserData.xlsx',
  title: words.users,
  empty: words.noUsers,
  may: staff(['MANAGE_STUDENTS:READ', 'MANAGE_INSTRUCTORS:READ', 'MANAGE_ADMIN:READ'], 'every'),
  from: (sql, inScope) => sql`
    from identity.v_person p where ${inScope(sql`p.organization_id`)} and p.deleted_at is null`,
  searchText: (sql) => sql`p.search_text`,
  findKeys: findPeople,
  findNamed: findPeopleByPhone,
  order: ['-updated_at'],
  key: 'user_id',
  columns: {
    ...nameColumns(words),
    lk_user_role_id: {
      label: words.role,
      kind: 'status',
      sql: (sql) => sql`p.lk_user_role_id`,
      choices: lk_user_role,
    },
    email: { label: words.email, kind: 'text', sql: (sql) => sql`p.email`, search: true },
    updated_at: { label: words.updated_at, kind: 'instant', sql: (sql) => sql`p.updated_at` },
    user_id: { label: words.user_id, kind: 'number', sql: userIdSql, shown: 'hidden' },
    organization_id: {
      label: words.user_id,
      kind: 'number',
      sql: (sql) => sql`p.organization_id`,
      shown: 'never',
    },
  },
})
