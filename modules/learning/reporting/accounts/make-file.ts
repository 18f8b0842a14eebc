import { isDeliveryKind } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { type Agency, answersWithNumber, isAgency, sellsNumbers } from '#modules/learning/reporting/agencies/index.ts'
import { layoutOf } from '#modules/learning/reporting/agencies/layout/fields.ts'
import type { Layout } from '#modules/learning/reporting/agencies/layout/layout.schema.ts'
import type { FieldFault } from '#modules/learning/reporting/agencies/layout/layout-value.ts'
import { recordFaults, writeLayout } from '#modules/learning/reporting/agencies/layout/write-layout.ts'
import { type Claim, claimReport } from '#modules/learning/reporting/claim-report.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { openRecord } from '#modules/learning/reporting/report.sql.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { requireOutbound } from '#platform/outbound.ts'
import { z } from '#platform/schema.ts'
import { findOwnAccount } from './account.sql.ts'
import { insertFile, keepForDelivery, nextFileNumber } from './agency-file.sql.ts'
import { accountErrors } from './errors.ts'
import { listByHand, type WaitingReport } from './queue.sql.ts'

const maxPerFile = 200

/** A completion that does not fit the layout, with the reasons. */
export const Left = z.object({
  completion_report_id: z.int(),
  faults: z.array(z.object({ field: z.string(), fault: z.enum(['missing', 'long', 'code', 'character', 'date']) })),
})

/**
 * Makes a file of the completions that wait for an agency of the current organization, in the name of a person. The
 * next sweep delivers it if the account has a delivery; otherwise its completions stay due until staff confirm that they
 * uploaded it. Throws layoutNotReady and nothingWaits.
 */
export async function makeFile(ctx: Ctx, agency: Agency, user_id: number) {
  const { made, left } = await makeNextFile(ctx, agency, user_id)
  if (!made) throw accountErrors.nothingWaits({}, { left })
  return { ...made, left }
}

/** The completions for a file: those until a time, up to a number. */
type Cut = { until?: Date; most?: number }

/** Makes a file of the waiting completions; `made` is null if none is ready. Throws layoutNotReady. */
export async function makeNextFile(ctx: Ctx, agency: Agency, user_id: number, cut: Cut = {}) {
  requireOutbound('report')
  const account = await findOwnAccount(ctx, ctx.organization.organization_id, agency)
  const layout = account?.method === 'file' ? layoutOf(account) : null
  if (!account || !layout) throw accountErrors.layoutNotReady()
  const { delivery: delivers = '' } = account.settings
  return ctx.tx((inner) => storeFile(inner, agency, layout, { ...cut, delivers, user_id }))
}

type Order = Cut & { delivers: string; user_id: number }

async function storeFile(ctx: Ctx, agency: Agency, layout: Layout, { delivers, user_id, ...cut }: Order) {
  const { organization_id, time_zone } = ctx.organization
  const facts = { number: 0, count: 0, now: ctx.now, time_zone }
  const { claims, left } = await claimFitting(ctx, agency, { ...cut, layout, facts })
  if (claims.length === 0) return { made: null, left }
  const number = await nextFileNumber(ctx, organization_id, agency)
  const { name, bytes } = writeLayout(
    layout,
    claims.map(({ record }) => record),
    { ...facts, number },
  )
  const report_ids = claims.map(({ completion_report_id }) => completion_report_id)
  const delivery = delivers === 'folder' || isDeliveryKind(delivers) ? delivers : 'none'
  const file = { organization_id, agency, number, name, report_ids, user_id, delivery } as const
  const agency_file_id = await insertFile(ctx, file, bytes)
  await keepForDelivery(ctx, report_ids)
  await ctx.audit({ action: 'agency.file', subject: `agency:${agency}`, after: { agency_file_id, name, report_ids } })
  return { made: { agency_file_id, name, records: claims.length }, left }
}

type Fit = Cut & { layout: Layout; facts: Parameters<typeof recordFaults>[2] }

/**
 * Claims completions that fit the layout until a file is full, page by page, so that one that does not fit blocks none
 * behind it. Lists as many of those that do not fit as a file holds.
 */
async function claimFitting(ctx: Ctx, agency: Agency, { layout, facts, until, most = maxPerFile }: Fit) {
  const { organization_id: holder_id } = ctx.organization
  const leftOut: z.output<typeof Left>[] = []
  const claims: Claim[] = []
  for (let after: number | null = null; ; ) {
    const page: WaitingReport[] = await listByHand(ctx, agency, 'file', { most, holder_id, after, until })
    for (const report of page) {
      const { completion_report_id, student_course_id } = report
      const record = openRecord(ctx, student_course_id, report.record)
      const faults = [...recordFaults(layout, record, facts), ...numberFaults(layout, record)]
      if (faults.length > 0) {
        if (leftOut.length < most) leftOut.push({ completion_report_id, faults })
        continue
      }
      const claim = await claimOne(ctx, report)
      if (claim) claims.push(claim)
      if (claims.length === most) return { claims, left: leftOut }
    }
    if (page.length < most) return { claims, left: leftOut }
    after = page.at(-1)!.completion_report_id
  }
}

/** A column for certificate numbers waits for the number, where the agency sells them; required ones do in any case. */
const numberFaults = (layout: Layout, { agency, certificate_number }: CompletionRecord): FieldFault[] =>
  isAgency(agency) && sellsNumbers(agency) && !answersWithNumber(agency) && !certificate_number
    ? layout.fields
        .filter(({ from, required }) => from === 'certificate_number' && !required)
        .map(({ name }) => ({ field: name, fault: 'missing' }))
    : []

async function claimOne(ctx: Ctx, report: WaitingReport): Promise<Claim | null> {
  const { completion_report_id, student_course_id } = report
  // The course first: all code that locks both uses this order.
  await lockStudentCourse(ctx, student_course_id)
  const claim = await claimReport(ctx, { completion_report_id, by_hand: true })
  if (claim) await auditOpened(ctx, report, 'agency file')
  return claim
}
