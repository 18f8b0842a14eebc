import { isDeliveryKind } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import { layoutOf } from '#modules/learning/reporting/agencies/layout/fields.ts'
import type { Layout } from '#modules/learning/reporting/agencies/layout/layout.schema.ts'
import { recordFaults, writeLayout } from '#modules/learning/reporting/agencies/layout/write-layout.ts'
import { emptyAnswer } from '#modules/learning/reporting/agency-adapter.ts'
import { type Claim, claimReport } from '#modules/learning/reporting/claim-report.ts'
import { writeWhole } from '#modules/learning/reporting/file-drop.ts'
import { agencyServices } from '#modules/learning/reporting/open-agencies.ts'
import { openRecord } from '#modules/learning/reporting/report.sql.ts'
import { settleReport } from '#modules/learning/reporting/settle-report.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { requireOutbound } from '#platform/outbound.ts'
import { z } from '#platform/schema.ts'
import { findOwnAccount } from './account.sql.ts'
import { insertFile, keepForDelivery, takeFileNumber } from './agency-file.sql.ts'
import { accountErrors } from './errors.ts'
import { listByHand } from './queue.sql.ts'

const mostInOneFile = 200

/** A completion that does not fit the layout, and why. */
export const Left = z.object({
  completion_report_id: z.int(),
  faults: z.array(z.object({ field: z.string(), fault: z.enum(['missing', 'long', 'code', 'character', 'date']) })),
})

/**
 * Makes a file of what waits for an agency of the visited organization, in the name of a person, and places it in the server's
 * folder where the account says so. Throws layoutNotReady and nothingWaits.
 */
export async function makeFile(ctx: Ctx, agency: Agency, user_id: number) {
  requireOutbound('report')
  const account = await findOwnAccount(ctx, ctx.organization.organization_id, agency)
  const layout = account?.method === 'file' ? layoutOf(account) : null
  if (!account || !layout) throw accountErrors.layoutNotReady()
  const { delivery: delivers = '' } = account.settings
  const { bytes, ...made } = await ctx.tx((inner) => storeFile(inner, agency, layout, { delivers, user_id }))
  const { folder } = ctx.use(agencyServices)
  if (delivers === 'folder' && folder) await writeWhole(folder, made.name, bytes)
  return made
}

async function storeFile(
  ctx: Ctx,
  agency: Agency,
  layout: Layout,
  { delivers, user_id }: { delivers: string; user_id: number },
) {
  const { organization_id, time_zone } = ctx.organization
  const waiting = await listByHand(ctx, agency, 'file', { most: mostInOneFile, holder_id: organization_id })
  const facts = { number: 0, count: 0, now: ctx.now, time_zone }
  const left: z.output<typeof Left>[] = []
  const claims: Claim[] = []
  for (const report of waiting) {
    const { completion_report_id, student_course_id } = report
    const faults = recordFaults(layout, openRecord(ctx, student_course_id, report.record), facts)
    if (faults.length > 0) {
      left.push({ completion_report_id, faults })
      continue
    }
    // The course first: all code that locks both uses this order.
    await lockStudentCourse(ctx, student_course_id)
    const claim = await claimReport(ctx, { completion_report_id, by_hand: true })
    if (!claim) continue
    await auditOpened(ctx, report, 'agency file')
    claims.push(claim)
  }
  if (claims.length === 0) throw accountErrors.nothingWaits({}, { left })
  const number = await takeFileNumber(ctx, organization_id, agency)
  const { name, bytes } = writeLayout(
    layout,
    claims.map(({ record }) => record),
    { ...facts, number },
  )
  const report_ids = claims.map(({ completion_report_id }) => completion_report_id)
  const delivery = isDeliveryKind(delivers) ? delivers : 'none'
  const file = { organization_id, agency, number, name, report_ids, user_id, delivery } as const
  const agency_file_id = await insertFile(ctx, file, bytes)
  if (delivery === 'none') {
    for (const claim of claims) {
      await settleReport(ctx, claim, { ...emptyAnswer('accepted', name), receipt: name, handed_over: true })
    }
  } else await keepForDelivery(ctx, report_ids)
  await ctx.audit({ action: 'agency.file', subject: `agency:${agency}`, after: { agency_file_id, name, report_ids } })
  return { agency_file_id, name, records: claims.length, left, bytes }
}
