import { type Agency, agencyName, assignsNumber } from '#modules/learning/reporting/agencies/index.ts'
import { emptyResponse } from '#modules/learning/reporting/agency-adapter.ts'
import { claimReport } from '#modules/learning/reporting/claim-report.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { openRecord } from '#modules/learning/reporting/report.sql.ts'
import { requireNumber } from '#modules/learning/reporting/require-number.ts'
import { settleReport } from '#modules/learning/reporting/settle-report.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { findAccount, openAccount } from './account.sql.ts'
import { accountTexts } from './accounts.texts.ts'
import { accountErrors } from './errors.ts'
import { worksheetOf } from './method-format.ts'
import { findByHand, listByHand, type WaitingReport } from './queue.sql.ts'
import { Agency as AgencyName } from './save-account.ts'

const Waiting = z.object({
  completion_report_id: z.int(),
  student: z.string(),
  course: z.string(),
  due_at: z.string(),
  late: z.boolean(),
})

export const fetchWorksheet = operation({
  call: 'GET /agency/worksheet',
  added: true,
  summary: "Lists the completions that staff enter in an agency's portal, with the values of one of them",
  may: staff('MANAGE_STUDENTS:UPDATE'),
  takes: z.object({ agency: AgencyName, completion_report_id: id().optional() }),
  gives: z.object({
    agency_name: z.string(),
    portal: z.string().nullable(),
    /** Whether the agency's confirmation is the certificate number, which staff must enter. */
    number_required: z.boolean(),
    /** The portal's own behavior that staff must know. */
    hint: z.string().nullable(),
    /** The first hundred, earliest deadline first. */
    waiting: z.array(Waiting),
    record: z
      .object({
        completion_report_id: z.int(),
        values: z.array(z.object({ label: z.string(), value: z.string() })),
      })
      .nullable(),
  }),
  fails: [errors.notFound],
  async run(ctx, { agency, completion_report_id }) {
    const waiting = (await listByHand(ctx, agency, 'worksheet')).map(waitingOf(ctx))
    const record = completion_report_id ? await recordOf(ctx, agency, completion_report_id) : null
    const agency_name = agencyName({ agency, state_code: '' }, ctx.locale)
    const { portal = null, hint } = worksheetOf(agency)
    return {
      agency_name,
      portal,
      number_required: assignsNumber(agency),
      hint: hint ? localize(ctx.locale, hint) : null,
      waiting,
      record,
    }
  },
})

const waitingOf =
  ({ now }: Ctx) =>
  ({ completion_report_id, record, due_at }: WaitingReport) => ({
    completion_report_id,
    student: `${record.student.first_name} ${record.student.last_name}`,
    course: record.course.course_name,
    due_at: due_at.toISOString(),
    late: due_at < now,
  })

async function recordOf(ctx: Ctx, agency: Agency, completion_report_id: number) {
  const report = await findByHand(ctx, agency, 'worksheet', completion_report_id)
  if (!report) throw errors.notFound()
  const account = await findAccount(ctx, report.organization_id, agency)
  if (!account) throw errors.notFound()
  await auditOpened(ctx, report, 'worksheet')
  const record = openRecord(ctx, report.student_course_id, report.record)
  return { completion_report_id, values: valuesOf(ctx, agency, record, openAccount(ctx, account)) }
}

const valuesOf = ({ locale }: Ctx, agency: Agency, record: CompletionRecord, account: ReturnType<typeof openAccount>) =>
  worksheetOf(agency).rows.map(({ label, value }) => ({
    label: localize(locale, label),
    value: value(record, account) ?? '',
  }))

export const checkOffCompletion = operation({
  call: 'POST /agency/checkOff',
  added: true,
  summary: "Records that staff entered a completion in an agency's portal, or that the agency refused it there",
  may: staff('MANAGE_STUDENTS:UPDATE'),
  takes: z.object({
    agency: AgencyName,
    completion_report_id: id(),
    /** The agency's confirmation number; required if it is the certificate number. */
    receipt: optionalText(100),
    /** The agency's message, if it refused the completion. */
    refusal: optionalText(500),
  }),
  gives: z.object({}),
  fails: [errors.notFound, accountErrors.notWaiting],
  async run(ctx, { agency, completion_report_id, receipt, refusal }) {
    const report = await findByHand(ctx, agency, 'worksheet', completion_report_id)
    if (!report) throw errors.notFound()
    if (!refusal) await requireNumber(ctx, agency, receipt, report)
    // Locks the course before the report, like all other code.
    await lockStudentCourse(ctx, report.student_course_id)
    const claim = await claimReport(ctx, { completion_report_id, by_hand: true })
    if (!claim) throw accountErrors.notWaiting()
    const answer = refusal
      ? { ...emptyResponse('rejected', refusal), message: refusal }
      : { ...emptyResponse('accepted', receipt), receipt: receipt || null }
    await settleReport(ctx, claim, answer)
    return { message: localText(ctx.locale, accountTexts, refusal ? 'refused' : 'checkedOff') }
  },
})
