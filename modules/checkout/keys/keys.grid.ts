import { findAuthorizationKeys } from '#modules/checkout/find-rows.sql.ts'
import { lk_authorization_key_status } from '#modules/checkout/lookups.shared.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { keyStatus } from './key.sql.ts'
import { keyTexts as words } from './keys.texts.ts'

const statusNames = Object.fromEntries(Object.entries(lk_authorization_key_status).map(([id, text]) => [id, text[0]]))
const redeemedBySql = (sql: Sql): Fragment => sql`trim(person.first_name || ' ' || person.last_name)`

/** GET /authorizationKeys/fetch and /exportData: the keys of the caller's organizations, newest first. */
export const authorizationKeys = defineGrid({
  calls: { fetch: 'GET /authorizationKeys/fetch', export: 'GET /authorizationKeys/exportData' },
  rows: 'keys',
  file: 'AuthorizationKeys.xlsx',
  title: words.title,
  empty: words.empty,
  exportLabel: words.exportAll,
  may: staff('MANAGE_AUTHORIZATION_KEYS:READ'),
  clients: 'listAuthorizationKeys',
  from: (sql, inScope, needs) => sql`
    from checkout.authorization_key k
    ${needs.has('organization') ? sql`join identity.v_organization o on o.organization_id = k.organization_id` : sql``}
    ${needs.has('person') ? sql`left join identity.v_person person on person.user_id = k.redeemed_by` : sql``}
    where ${inScope(sql`k.organization_id`)}`,
  findKeys: findAuthorizationKeys,
  order: ['-created_at'],
  key: 'authorization_key_id',
  columns: {
    authorization_code: {
      label: words.code,
      kind: 'text',
      sql: (sql) => sql`('****-****-****-' || k.last_group)`,
      search: true,
    },
    lk_authorization_key_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`k.lk_authorization_key_status_id`,
      choices: lk_authorization_key_status,
    },
    name: { label: words.organization, kind: 'text', needs: 'organization', sql: (sql) => sql`o.name`, search: true },
    course_name: { label: words.course, kind: 'text', sql: (sql) => sql`k.course_name`, search: true },
    created_at: { label: words.createdAt, kind: 'instant', sql: (sql) => sql`k.created_at` },
    redeemed_at: {
      label: words.redeemedAt,
      kind: 'instant',
      nullable: true,
      precise: true,
      sql: (sql) => sql`k.redeemed_at`,
    },
    redeemed_by: {
      label: words.redeemedBy,
      kind: 'text',
      nullable: true,
      needs: 'person',
      sql: redeemedBySql,
      link: 'student',
      shown: 'hidden',
    },
    authorization_key_id: {
      label: words.id,
      kind: 'number',
      sql: (sql) => sql`k.authorization_key_id`,
      shown: 'hidden',
    },
    authorization_key_status: {
      label: words.status,
      kind: 'text',
      sql: (sql) => sql`(${sql.json(statusNames)}::jsonb ->> k.lk_authorization_key_status_id::text)`,
      shown: 'never',
    },
    student: {
      label: words.redeemedBy,
      kind: 'text',
      nullable: true,
      needs: 'person',
      sql: (sql) => sqlPath(sql, '/manage/student/:id/account', { id: sql`person.user_id` }),
      shown: 'never',
      sort: false,
      filter: false,
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`k.organization_id`,
      shown: 'never',
    },
    authorization_key_batch_id: {
      label: words.batch,
      kind: 'number',
      sql: (sql) => sql`k.authorization_key_batch_id`,
      shown: 'hidden',
    },
  },
  links: [
    {
      label: words.view,
      may: 'MANAGE_AUTHORIZATION_KEYS:READ',
      opens: rowPath('/manage/authorizationKeys/:key_id', { key_id: '{key}' }),
    },
    {
      label: words.assign,
      may: 'MANAGE_AUTHORIZATION_KEYS:UPDATE',
      when: { lk_authorization_key_status_id: [keyStatus.Active] },
      opens: rowPath('/manage/authorizationKeys/assign', { query: { key: '{key}' } }),
    },
  ],
})
