import { lk_course_status } from '#modules/catalogue/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { defineGrid, type Grid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { scoped } from '#platform/permissions.ts'
import type { Locale } from '#platform/texts.ts'
import { courseWebsiteTexts as words } from './course-websites.texts.ts'
import { referralTexts } from './referral.texts.ts'
import { buildReferral } from './referral-link.ts'
import { requireOrganization, websiteReader } from './website-permissions.ts'

const reader = scoped<Record<string, unknown>>(
  websiteReader,
  'of an organization within reach',
  async (ctx, { organization_id }) => requireOrganization(ctx, Number(organization_id)),
)

/** The referral link of an offer given as `SSD/1001`, which SQL can't build. */
const referralOf = (offer: string, _locale: Locale, use: Ctx['use']) => {
  const [code = '', course_website_id] = offer.split('/')
  return buildReferral({ use }, code, Number(course_website_id))
}
const offerSql = (sql: Sql) => sql`(o.code || '/' || cw.course_website_id)`

const list = defineGrid({
  calls: { fetch: 'GET /website/fetchCourseWebsites', export: 'GET /website/exportCourseWebsites' },
  cursor: 'afterId',
  rows: 'websites',
  file: 'CourseWebsiteData.xlsx',
  title: words.title,
  empty: words.empty,
  may: reader,
  of: 'organization_id',
  from: (sql, inScope) => sql`
    from catalogue.course_website cw
    join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
    join identity.v_organization o on o.organization_id = cw.organization_id
    join catalogue.course c on c.course_id = cw.course_id
    left join catalogue.course_version v on v.course_version_id = c.published_version_id
    where cw.deleted_at is null and ${inScope(sql`cw.organization_id`)}`,
  order: ['course_website_id'],
  key: 'course_website_id',
  columns: {
    name: { label: words.website, kind: 'text', sql: (sql) => sql`w.name`, search: true },
    course_name: { label: words.course, kind: 'text', sql: (sql) => sql`coalesce(v.name, c.slug)`, search: true },
    url: {
      label: words.url,
      kind: 'text',
      sql: (sql) => sql`w.url`,
      search: true,
      link: 'referral_link',
      copies: referralTexts.copied,
    },
    course_price: { label: words.coursePrice, kind: 'money', sql: (sql) => sql`cw.price_cents` },
    admin_fee: { label: words.adminPrice, kind: 'money', sql: (sql) => sql`cw.admin_fee_cents` },
    min_course_price: { label: words.minPrice, kind: 'money', nullable: true, sql: (sql) => sql`cw.min_price_cents` },
    max_course_price: { label: words.maxPrice, kind: 'money', nullable: true, sql: (sql) => sql`cw.max_price_cents` },
    lk_course_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`c.lk_course_status_id`,
      choices: lk_course_status,
      shown: 'hidden',
    },
    referral_link: {
      label: words.referral,
      kind: 'text',
      sql: offerSql,
      words: (...args) => referralOf(...args).referral_link,
      shown: 'hidden',
    },
    updated_at: { label: words.updatedAt, kind: 'instant', sql: (sql) => sql`cw.updated_at`, shown: 'hidden' },
    course_website_id: {
      label: words.id,
      kind: 'number',
      sql: (sql) => sql`cw.course_website_id`,
      shown: 'hidden',
    },
    encoded: {
      label: words.referral,
      kind: 'text',
      sql: offerSql,
      words: (...args) => referralOf(...args).encoded,
      shown: 'never',
    },
    website_id: { label: words.website, kind: 'number', sql: (sql) => sql`cw.website_id`, shown: 'never' },
    course_id: { label: words.courseId, kind: 'number', sql: (sql) => sql`cw.course_id`, shown: 'hidden' },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`cw.organization_id`,
      filter: false,
      shown: 'never',
    },
  },
  links: [
    {
      label: words.editPrices,
      may: 'MANAGE_WEBSITES:UPDATE',
      opens: rowPath(
        '/manage/organization/:id/websites/:website_id/courses',
        { id: '{organization_id}', website_id: '{website_id}' },
        { query: { course: '{key}' } },
      ),
    },
  ],
})
const [fetch, export_] = list.operations

/** The courses of an organization on each website, with prices and referral links. */
export const courseWebsites: Grid = { ...list, operations: [fetch, { ...export_, added: true }] }
