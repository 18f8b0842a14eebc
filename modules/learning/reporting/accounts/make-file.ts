import { isDeliveryKind } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { type Agency, assignsNumber, isAgency, sellsNumbers } from '#modules/learning/reporting/agencies/index.ts'
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
import { insertFile, reserveFileNumber, reserveForDelivery } from './agency-file.sql.ts'
import { accountErrors } from './errors.ts'
import { listByHand, type WaitingReport } from './queue.sql.ts'

const maxPerFile = 200

/** A completion that does not fit the layout, with the reasons. */
export const LeftOutCompletion = z.object({
  completion_report_id: z.int(),
  faults: z.array(z.object({ field: z.string(), fault: z.enum(['missing', 'long', 'code', 'character', 'date']) })),
})

/**
 * Makes a file of the completions that wait for an agency of the current organization, in the name of a person. The
 * next sweep delivers it if the account has a delivery method; otherwise its completions stay due until staff confirm
 * that they uploaded it. Throws layoutNotReady and nothingWaits.
 */
export async function makeFile(ctx: Ctx, agency: Agency, user_id: number) {
  const { file, leftOut } = await makeNextFile(ctx, agency, user_id)
  if (!file) throw accountErrors.nothingWaits({}, { left: leftOut })
  return { ...file, left: leftOut }
}

/** Limits of a file: the latest time and the number of its completions. */
type FileLimits = { until?: Date; limit?: number }

/** Makes a file of the waiting completions; `file` is null if none is ready. Throws layoutNotReady. */
export async function makeNextFile(ctx: Ctx, agency: Agency, user_id: number, limits: FileLimits = {}) {
  requireOutbound('report')
  const account = await findOwnAccount(ctx, ctx.organization.organization_id, agency)
  const layout = account?.method === 'file' ? layoutOf(account) : null
  if (!account || !layout) throw accountErrors.layoutNotReady()
  const configuredDelivery = account.settings.delivery ?? ''
  return ctx.tx((inner) => storeFile(inner, agency, layout, { ...limits, configuredDelivery, user_id }))
}

type FileOptions = FileLimits & { configuredDelivery: string; user_id: number }

async function storeFile(
  ctx: Ctx,
  agency: Agency,
  layout: Layout,
  { configuredDelivery, user_id, ...limits }: FileOptions,
) {
  const { organization_id, time_zone } = ctx.organization
  const facts = { number: 0, count: 0, now: ctx.now, time_zone }
  const { claims, leftOut } = await claimFitting(ctx, agency, { ...limits, layout, facts })
  if (claims.length === 0) return { file: null, leftOut }
  const number = await reserveFileNumber(ctx, organization_id, agency)
  const { name, bytes } = writeLayout(
    layout,
    claims.map(({ record }) => record),
    { ...facts, number },
  )
  const report_ids = claims.map(({ completion_report_id }) => completion_report_id)
  const delivery = configuredDelivery === 'folder' || isDeliveryKind(configuredDelivery) ? configuredDelivery : 'none'
  const row = { organization_id, agency, number, name, report_ids, user_id, delivery } as const
  const agency_file_id = await insertFile(ctx, row, bytes)
  await reserveForDelivery(ctx, report_ids)
  await ctx.audit({ action: 'agency.file', subject: `agency:${agency}`, after: { agency_file_id, name, report_ids } })
  return { file: { agency_file_id, name, records: claims.length }, leftOut }
}

type ClaimOptions = FileLimits & { layout: Layout; facts: Parameters<typeof recordFaults>[2] }

/**
 * Claims completions that fit the layout, page by page until the file is full, so that those that don't fit don't block
 * later ones. Lists up to `limit` of those that don't fit.
 */
async function claimFitting(ctx: Ctx, agency: Agency, { layout, facts, until, limit = maxPerFile }: ClaimOptions) {
  const { organization_id: holder_id } = ctx.organization
  const leftOut: z.output<typeof LeftOutCompletion>[] = []
  const claims: Claim[] = []
  for (let after: number | null = null; ; ) {
    const page: WaitingReport[] = await listByHand(ctx, agency, 'file', { limit, holder_id, after, until })
    for (const report of page) {
      const { completion_report_id, student_course_id } = report
      const record = openRecord(ctx, student_course_id, report.record)
      const faults = [...recordFaults(layout, record, facts), ...numberFaults(layout, record)]
      if (faults.length > 0) {
        if (leftOut.length < limit) leftOut.push({ completion_report_id, faults })
        continue
      }
      const claim = await claimOne(ctx, report)
      if (claim) claims.push(claim)
      if (claims.length === limit) return { claims, leftOut }
    }
    if (page.length < limit) return { claims, leftOut }
    after = page.at(-1)!.completion_report_id
  }
}

/** An optional column for certificate numbers counts as required if the agency sells numbers. */
const numberFaults = (layout: Layout, { agency, certificate_number }: CompletionRecord): FieldFault[] =>
  isAgency(agency) && sellsNumbers(agency) && !assignsNumber(agency) && !certificate_number
    ? layout.fields
        .filter(({ from, required }) => from === 'certificate_number' && !required)
        .map(({ name }) => ({ field: name, fault: 'missing' }))
    : []

async function claimOne(ctx: Ctx, report: WaitingReport): Promise<Claim | null> {
  const { completion_report_id, student_course_id } = report
  // Locks the course before the report, like all other code.
  await lockStudentCourse(ctx, student_course_id)
  const claim = await claimReport(ctx, { completion_report_id, by_hand: true })
  if (claim) await auditOpened(ctx, report, 'agency file')
  return claim
}
