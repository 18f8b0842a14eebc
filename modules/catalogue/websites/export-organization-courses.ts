import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { answerSheet, sheet } from '../../../platform/grid/answer-sheet.ts'
import { formatMoney } from '../../../platform/money.ts'
import { operation } from '../../../platform/operation.ts'
import { staff } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { say } from '../../../platform/texts.ts'
import { listOrganizationCourses } from './organization-courses.sql.ts'
import { requireOrganization } from './reach.ts'
import { websiteTexts as words } from './websites.texts.ts'

const batchSize = 500

export const exportOrganizationCourses = operation({
  call: 'GET /organization/exportOrgCourse',
  summary: 'The courses of an organization as a sheet',
  may: staff('MANAGE_ORGANIZATION:READ'),
  takes: z.object({ organization_id: id(), export: z.enum(['xlsx']).default('xlsx') }),
  gives: sheet,
  fails: [errors.notFound],
  audit: 'organization.exportOrgCourse',
  rate: 'export',
  async run(ctx, { organization_id }) {
    requireOrganization(ctx, organization_id)
    const headings = (['courseName', 'websites', 'lowestPrice', 'highestPrice'] as const).map((key) =>
      say(ctx.locale, words, key),
    )
    return answerSheet(ctx, 'OrganizationCourseData.xlsx', headings, batches(ctx, organization_id))
  },
})

async function* batches({ exports: sql, locale }: Ctx, organization_id: number) {
  for (let after_id: number | undefined; ; ) {
    const rows = await listOrganizationCourses(sql, { organization_id, after_id, limit: batchSize })
    yield rows.map(({ name, websites, lowest_price_cents, highest_price_cents }) => [
      ...[name, String(websites)],
      ...[lowest_price_cents, highest_price_cents].map((cents) => formatMoney(cents, locale)),
    ])
    after_id = rows.at(-1)?.course_id
    if (rows.length < batchSize) return
  }
}
