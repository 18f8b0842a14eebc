import { lk_course_status } from '#modules/catalogue/lookups.shared.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import { rowPath } from '#platform/grid/row-path.ts'
import { scoped, staff } from '#platform/permissions.ts'
import { fromOffers, fromSoldCourses } from './organization-courses.sql.ts'
import { organizationCourseTexts as words } from './organization-courses.texts.ts'
import { requireOrganization } from './website-permissions.ts'

const reader = scoped<Record<string, unknown>>(
  staff('MANAGE_ORGANIZATION:READ'),
  'of an organization within reach',
  async (ctx, { organization_id }) => requireOrganization(ctx, Number(organization_id)),
)

const overOffers = (sql: Sql, computed: Fragment): Fragment => sql`(${fromOffers(sql, computed)})`

/** An organization's courses, each listed once, on however many of its websites. */
export const organizationCourses = defineGrid({
  calls: { fetch: 'GET /organization/course', export: 'GET /organization/exportOrgCourse' },
  cursor: 'afterId',
  rows: 'courses',
  file: 'OrganizationCourseData.xlsx',
  title: words.title,
  empty: words.empty,
  may: reader,
  of: 'organization_id',
  from: (sql, inScope) => sql`${fromSoldCourses(sql)} and ${inScope(sql`cw.organization_id`)}`,
  // Uses an index; ordered by name, every course would be read for a page.
  order: ['course_id'],
  // A course id alone would match one row per organization in scope.
  key: 'course_website_id',
  columns: {
    name: { label: words.name, kind: 'text', sql: (sql) => sql`coalesce(v.name, c.slug)`, search: true },
    websites: { label: words.websites, kind: 'number', sql: (sql) => overOffers(sql, sql`count(*)::int`) },
    lowest_price: {
      label: words.lowestPrice,
      kind: 'money',
      sql: (sql) => overOffers(sql, sql`min(place.price_cents)`),
    },
    highest_price: {
      label: words.highestPrice,
      kind: 'money',
      sql: (sql) => overOffers(sql, sql`max(place.price_cents)`),
    },
    lk_course_status_id: {
      label: words.status,
      kind: 'status',
      sql: (sql) => sql`c.lk_course_status_id`,
      choices: lk_course_status,
      shown: 'hidden',
    },
    updated_at: {
      label: words.updatedAt,
      kind: 'instant',
      sql: (sql) => overOffers(sql, sql`max(place.updated_at)`),
      shown: 'hidden',
    },
    course_id: { label: words.id, kind: 'number', sql: (sql) => sql`cw.course_id`, shown: 'hidden' },
    course_website_id: {
      label: words.courseWebsiteId,
      kind: 'number',
      sql: (sql) => sql`cw.course_website_id`,
      shown: 'never',
    },
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
        '/manage/organization/:id/websites',
        { id: '{organization_id}' },
        { query: { course_id: 'exact:{course_id}' } },
      ),
    },
    {
      label: words.remove,
      may: 'MANAGE_ORGANIZATION:DELETE',
      opens: rowPath(
        '/manage/organization/:id/courses',
        { id: '{organization_id}' },
        { query: { remove: '{course_id}' } },
      ),
    },
  ],
})
