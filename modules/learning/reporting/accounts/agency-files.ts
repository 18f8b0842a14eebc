import { type Agency, agencyName, assignsNumber } from '#modules/learning/reporting/agencies/index.ts'
import { layoutOf } from '#modules/learning/reporting/agencies/layout/fields.ts'
import type { Layout } from '#modules/learning/reporting/agencies/layout/layout.schema.ts'
import { type LineResponse, readResponses } from '#modules/learning/reporting/agencies/layout/read-lines.ts'
import { emptyResponse } from '#modules/learning/reporting/agency-adapter.ts'
import { reportAccepted } from '#modules/learning/reporting/facts.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { refuseCompletion } from '#modules/learning/reporting/refuse-completion.ts'
import { openRecord } from '#modules/learning/reporting/report.sql.ts'
import { reportNextNumber } from '#modules/learning/reporting/report-number.ts'
import { insertAnswer } from '#modules/learning/reporting/settle-report.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { requireOutbound } from '#platform/outbound.ts'
import { ofVisited, staff, userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { findOwnAccount } from './account.sql.ts'
import { accountTexts } from './accounts.texts.ts'
import { decideDelivery, findFile, listFiles, type StoredFile } from './agency-file.sql.ts'
import { settleFile } from './deliver-files.ts'
import { accountErrors } from './errors.ts'
import { LeftOutCompletion, makeFile } from './make-file.ts'
import { Agency as AgencyName } from './save-account.ts'

const may = ofVisited(staff('MANAGE_STUDENTS:UPDATE'))

export const fetchAgencyFiles = operation({
  call: 'GET /agency/files',
  added: true,
  summary: 'Lists the last files that were made for an agency',
  may,
  takes: z.object({ agency: AgencyName }),
  gives: z.object({
    agency_name: z.string(),
    files: z.array(
      z.object({
        agency_file_id: z.int(),
        name: z.string(),
        records: z.int(),
        created_at: z.string(),
        /** `none`: staff upload it to the agency. */
        delivery: z.enum(['none', 'folder', 'sftp', 's3']),
        delivery_state: z.enum(['none', 'waiting', 'sending', 'arrived', 'delivered', 'unclear', 'stopped']),
        delivered_at: z.string().nullable(),
        receipt: z.string().nullable(),
        fault: z.string().nullable(),
      }),
    ),
  }),
  async run(ctx, { agency }) {
    const files = await listFiles(ctx, agency)
    return {
      agency_name: agencyName({ agency, state_code: '' }, ctx.locale),
      files: files.map(({ report_ids, created_at, delivered_at, delivery_receipt, delivery_fault, ...file }) => ({
        ...file,
        records: report_ids.length,
        created_at: created_at.toISOString(),
        delivered_at: delivered_at?.toISOString() ?? null,
        receipt: delivery_receipt,
        fault: delivery_fault,
      })),
    }
  },
})

export const makeAgencyFile = operation({
  call: 'POST /agency/file',
  added: true,
  summary: "Makes a file of the completions that wait, in the agency's layout; those that don't fit it are returned",
  may,
  takes: z.object({ agency: AgencyName }),
  gives: z.object({ agency_file_id: z.int(), name: z.string(), records: z.int(), left: z.array(LeftOutCompletion) }),
  fails: [accountErrors.layoutNotReady, accountErrors.nothingWaits],
  async run(ctx, { agency }) {
    const file = await makeFile(ctx, agency, userOf(ctx).user_id)
    return { ...file, message: localText(ctx.locale, accountTexts, 'fileMade') }
  },
})

export const downloadAgencyFile = operation({
  call: 'GET /agency/file/{agency_file_id}',
  added: true,
  summary: 'Downloads a file that was made for an agency',
  may,
  takes: z.object({ agency_file_id: id() }),
  gives: binary('application/octet-stream'),
  fails: [errors.notFound],
  changes: true,
  audit: 'agency.downloadFile',
  async run(ctx, { agency_file_id }) {
    const file = await findFile(ctx, agency_file_id)
    if (!file) throw errors.notFound()
    return { body: file.bytes, name: file.name, type: 'application/octet-stream' }
  },
})

export const deliverAgencyFile = operation({
  call: 'POST /agency/file/deliver',
  added: true,
  summary: 'Redelivers a file that did not reach the agency, or records that staff brought it there',
  may,
  takes: z.object({
    agency_file_id: id(),
    /** Set if staff found the file at the agency, or uploaded it there themselves. */
    by_hand: z.boolean().default(false),
    /** The agency's receipt, if there is one. */
    receipt: optionalText(200),
  }),
  gives: z.object({}),
  fails: [errors.notFound, accountErrors.notUndelivered],
  transaction: { own: 'each report of the file is settled in a transaction of its own' },
  async run(ctx, { agency_file_id, by_hand, receipt }) {
    requireOutbound('report')
    const file = await ctx.tx(async (inner) => {
      if (!(await findFile(inner, agency_file_id))) throw errors.notFound()
      const delivery = await decideDelivery(inner, agency_file_id, by_hand ? 'arrived' : 'waiting', receipt || null)
      if (!delivery) throw accountErrors.notUndelivered()
      await inner.audit({
        action: 'agency.deliverAgain',
        subject: `agency:${delivery.agency}`,
        after: { agency_file_id, by_hand, receipt },
      })
      return delivery
    })
    if (by_hand) await settleFile(ctx, file)
    return { message: localText(ctx.locale, accountTexts, by_hand ? 'broughtByHand' : 'deliversAgain') }
  },
})

export const readAgencyResponses = operation({
  call: 'POST /agency/file/answers',
  added: true,
  summary: "Records an agency's responses to a file: confirmations with their numbers, and refusals",
  may,
  takes: z.object({ agency_file_id: id(), text: z.string().min(1).max(500_000) }),
  gives: z.object({ accepted: z.int(), rejected: z.int(), unknown: z.array(z.string()) }),
  fails: [errors.notFound, accountErrors.layoutNotReady],
  transaction: { own: 'the reports of a file that staff did not mark as uploaded are settled first, each by itself' },
  async run(ctx, { agency_file_id, text }) {
    const file = await findFile(ctx, agency_file_id)
    if (!file) throw errors.notFound()
    const account = await findOwnAccount(ctx, ctx.organization.organization_id, file.agency)
    const answers = account && layoutOf(account)?.answers
    if (!answers) throw accountErrors.layoutNotReady()
    const lines = readResponses(answers, text)
    if (!lines) {
      throw errors.invalid({}, {}, [{ path: 'text', message: localize(ctx.locale, accountTexts.answersWrong) }])
    }
    await settleAnswered(ctx, file, lines, answers)
    const counts = await ctx.tx((inner) => recordLines(inner, file, lines, answers))
    return {
      ...counts,
      unknown: counts.unknown.slice(0, 100),
      message: localText(ctx.locale, accountTexts, 'answersRead'),
    }
  },
})

/** Marks a file as arrived if the agency responded to one of its completions, because staff may not have marked it. */
async function settleAnswered(ctx: Ctx, file: StoredFile, lines: readonly LineResponse[], { id_is }: Answers) {
  const { agency_file_id, delivery_state } = file
  if (delivery_state !== 'none') return
  const reports = await reportsOf(ctx, file.report_ids, id_is)
  if (!lines.some(({ id }) => reports.has(id))) return
  const delivery = await ctx.tx((inner) => decideDelivery(inner, agency_file_id, 'arrived', null))
  if (delivery) await settleFile(ctx, delivery)
}

async function recordLines(ctx: Ctx, file: StoredFile, lines: readonly LineResponse[], { id_is }: Answers) {
  const reports = await reportsOf(ctx, file.report_ids, id_is)
  const counts = { accepted: 0, rejected: 0, unknown: [] as string[] }
  for (const line of lines) {
    const report = reports.get(line.id)
    if (!report) counts.unknown.push(line.id.slice(0, 100))
    else if (await recordLine(ctx, report, line)) counts[line.accepted ? 'accepted' : 'rejected'] += 1
  }
  await ctx.audit({
    action: 'agency.readAnswers',
    subject: `agency:${file.agency}`,
    after: { agency_file_id: file.agency_file_id, ...counts, unknown: counts.unknown.length },
  })
  return counts
}

type Answers = NonNullable<Layout['answers']>
type FiledReport = {
  agency: Agency
  completion_report_id: number
  organization_id: number
  student_course_id: number
  attempt: number
  record: CompletionRecord
}

/** The reports of a file, keyed by the value that the agency repeats in its responses. */
async function reportsOf(
  ctx: Ctx,
  report_ids: readonly number[],
  id_is: Answers['id_is'],
): Promise<ReadonlyMap<string, FiledReport>> {
  const rows = await ctx.sql<FiledReport>`
    select completion_report_id, agency, organization_id, student_course_id, attempt, record
    from learning.completion_report where completion_report_id = any(${ctx.sql.array([...report_ids])})`
  return new Map(
    rows.map((row) => {
      const record = openRecord(ctx, row.student_course_id, row.record)
      const license = record.student.driver_license ?? ''
      return [id_is === 'student.driver_license' ? license : (record[id_is] ?? ''), row]
    }),
  )
}

/** Records a response to an accepted report. Returns false if the response was recorded before. */
async function recordLine(ctx: Ctx, report: FiledReport, line: LineResponse): Promise<boolean> {
  const { completion_report_id, student_course_id } = report
  // Locks the course before the report, like all other code.
  await lockStudentCourse(ctx, student_course_id)
  const current = await findAccepted(ctx, completion_report_id)
  if (!current) return false
  const { handed_over_ind } = current
  const { accepted, code, message, number } = line
  if (!accepted) {
    const text = message ?? code ?? 'Rejected'
    await refuseCompletion.run(ctx, { student_course_id, completion_report_id, code: code ?? '', message: text })
    return true
  }
  const receipt = number ?? current.receipt
  const assigned = assignsNumber(report.agency) ? number : null
  if (!handed_over_ind && receipt === current.receipt) return false
  await ctx.sql`
    update learning.completion_report
    set receipt = ${receipt}, certificate_number = coalesce(certificate_number, ${assigned}), handed_over_ind = false, updated_at = platform.now(),
        accepted_at = case when handed_over_ind then platform.now() else accepted_at end
    where completion_report_id = ${completion_report_id}`
  await insertAnswer(ctx, report, { ...emptyResponse('accepted', message ?? ''), receipt, code }, true)
  if (handed_over_ind) {
    await ctx.emit(reportAccepted, { completion_report_id, student_course_id })
    await reportNextNumber(ctx, student_course_id, report.agency)
  }
  return true
}

type AcceptedReport = { receipt: string | null; handed_over_ind: boolean }

/**
 * The current values of a report, because the same response may have been recorded in the meantime; null if the report
 * is not accepted. The caller must hold the course's lock.
 */
async function findAccepted({ sql }: Ctx, completion_report_id: number): Promise<AcceptedReport | null> {
  const [row] = await sql<AcceptedReport>`
    select receipt, handed_over_ind from learning.completion_report
    where completion_report_id = ${completion_report_id} and state = 'accepted'`
  return row ?? null
}
