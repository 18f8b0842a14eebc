import { findPromoCodes } from '#modules/checkout/find-rows.sql.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { defineGrid, type Grid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { staff } from '#platform/permissions.ts'
import { promoTexts as words } from './promo-code.texts.ts'

const usedSql = (sql: Sql): Fragment => sql`
  (select count(*)::integer from checkout.promo_use u where u.promo_code_id = p.promo_code_id)`

const statusNames = { 1: words.active, 2: words.scheduled, 3: words.ended, 4: words.disabled, 5: words.usedUp } as const
const statusSql = (sql: Sql): Fragment => sql`
  (case when not p.enabled then 4
        when p.expires_at <= platform.now() then 3
        when p.usage_limit <= ${usedSql(sql)} then 5
        when p.starts_at > platform.now() then 2
        else 1 end)`

const promoCodesGrid = defineGrid({
  calls: { fetch: 'GET /promocode/fetch', export: 'GET /promocode/export' },
  rows: 'promoCodes',
  file: 'PromoCodeData.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_SETTINGS:READ'),
  from: (sql, inScope, needs) => sql`
    from checkout.promo_code p
    ${needs.has('website') ? sql`left join catalogue.v_website w on w.website_id = p.website_id` : sql``}
    ${needs.has('organization') ? sql`join identity.v_organization o on o.organization_id = p.organization_id` : sql``}
    where ${inScope(sql`p.organization_id`)}`,
  findKeys: findPromoCodes,
  order: ['-created_at'],
  key: 'promo_code_id',
  columns: {
    code: { label: words.code, kind: 'text', sql: (sql) => sql`p.code`, search: true },
    promo_code_status: {
      label: words.status,
      kind: 'status',
      sql: statusSql,
      choices: statusNames,
    },
    website_name: {
      label: words.website,
      kind: 'text',
      nullable: true,
      needs: 'website',
      sql: (sql) => sql`w.name`,
      search: true,
    },
    dollar_amount_off: {
      label: words.dollars,
      kind: 'money',
      nullable: true,
      sql: (sql) => sql`p.dollar_amount_off_cents`,
    },
    percent_off: { label: words.percent, kind: 'number', nullable: true, sql: (sql) => sql`p.percent_off` },
    used: { label: words.used, kind: 'number', sql: usedSql },
    usage_limit: { label: words.limit, kind: 'number', nullable: true, sql: (sql) => sql`p.usage_limit` },
    starts_at: { label: words.starts, kind: 'instant', nullable: true, sql: (sql) => sql`p.starts_at` },
    expires_at: { label: words.ends, kind: 'instant', nullable: true, sql: (sql) => sql`p.expires_at` },
    once_per_customer: {
      label: words.once,
      kind: 'flag',
      sql: (sql) => sql`p.once_per_customer`,
      shown: 'hidden',
    },
    organization_name: {
      label: words.organization,
      kind: 'text',
      needs: 'organization',
      sql: (sql) => sql`o.name`,
      shown: 'hidden',
    },
    created_at: { label: words.createdAt, kind: 'instant', sql: (sql) => sql`p.created_at`, shown: 'hidden' },
    promo_code_id: { label: words.id, kind: 'number', sql: (sql) => sql`p.promo_code_id`, shown: 'hidden' },
    website_id: {
      label: words.website,
      kind: 'number',
      nullable: true,
      sql: (sql) => sql`p.website_id`,
      shown: 'never',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`p.organization_id`,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.edit,
      may: 'MANAGE_SETTINGS:UPDATE',
      opens: rowPath('/manage/settings/promo-codes/:promo_code_id', { promo_code_id: '{key}' }),
    },
  ],
})
const [fetch, export_] = promoCodesGrid.operations

/** Promo codes of the caller's organizations, newest first. The list in the contract can't be sorted or filtered. */
export const promoCodes: Grid = {
  ...promoCodesGrid,
  operations: [
    { ...fetch, added: true },
    { ...export_, added: true },
  ],
}
