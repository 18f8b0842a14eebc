import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { findTaskFile } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { longExportRows } from '#platform/grid/long-list.shared.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { operation } from '#platform/operation.ts'
import { scoped, userOf } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { carryOutReport } from './carry-out-report.ts'
import { type Format, formats } from './cells.ts'
import { reportReader } from './fetch-reports.ts'
import { filterFields, mayRead, readFilters, type StoredFilters, storedOf } from './filters.ts'
import type { Report } from './report.ts'
import { reportTexts as words } from './reports.texts.ts'
import { findReport } from './reports.ts'
import type { NewRun } from './run.sql.ts'
import { startRun } from './start-run.ts'
import { countRows } from './statements.ts'
import { reportFile } from './write-report.ts'

/** Checks who may read a report. Throws notFound for a report that does not exist. */
export function requireReport(ctx: Ctx, name: string): Report {
  const report = findReport(name)
  if (!report) throw errors.notFound()
  if (!mayRead(ctx, report)) throw errors.forbidden()
  return report
}

export const readerOf = scoped<{ report: string }>(
  reportReader,
  'and the READ keys of what the report shows',
  async (ctx, { report }) => {
    requireReport(ctx, report)
  },
)

const reportName = () => z.string().max(60)
export const ReportInput = z.object({
  report: reportName(),
  format: z.enum(formats).default('xlsx'),
  ...filterFields,
})

const newRun = (ctx: Ctx, report: Report, filters: StoredFilters, format: Format): NewRun => ({
  organization_id: ctx.organization.organization_id,
  user_id: userOf(ctx).user_id,
  report: report.name,
  filters,
  format,
  locale: ctx.locale,
  request_id: ctx.request.id,
  report_schedule_id: null,
  due_at: null,
})

const audited = (ctx: Ctx, report_run_id: number, report: Report, filters: StoredFilters, format: Format) =>
  ctx.audit({
    action: 'businessReport.run',
    subject: `report_run_id:${report_run_id}`,
    after: { report: report.name, format, filters },
  })

export const startReport = operation({
  call: 'POST /report/start',
  summary: 'Runs a report in the background; its task has the progress and the file',
  added: true,
  may: readerOf,
  rate: 'export',
  takes: ReportInput,
  gives: z.object({ error: z.literal(false), report_run_id: z.int(), task_id: z.int() }),
  fails: [errors.notFound, errors.forbidden],
  async run(ctx, { format, ...input }) {
    const report = requireReport(ctx, input.report)
    const filters = storedOf(report, input)
    readFilters(ctx, report, filters)
    const { report_run_id, task_id, added } = (await startRun(ctx, report, newRun(ctx, report, filters, format)))!
    if (added) await audited(ctx, report_run_id, report, filters, format)
    return { error: false as const, report_run_id, task_id, message: localText(ctx.locale, words, 'started') }
  },
})

export const runReport = operation({
  call: 'GET /report/run/{report}',
  summary: `The file of a report. One of ${formatNumber(longExportRows, 'en-us')} rows and more is made in the background: 409 says so`,
  added: true,
  may: readerOf,
  rate: 'export',
  changes: true,
  transaction: { own: 'the file is written between the transactions that begin and end the run' },
  takes: ReportInput,
  gives: reportFile,
  fails: [errors.notFound, errors.forbidden, backofficeErrors.reportInBackground],
  async run(ctx, { format, ...input }) {
    const report = requireReport(ctx, input.report)
    const filters = storedOf(report, input)
    const criteria = readFilters(ctx, report, filters)
    const isShort = (await countRows(ctx.exports, ctx, report, criteria, longExportRows)) < longExportRows
    const started = await ctx.tx(async (inner) => {
      const started = (await startRun(inner, report, newRun(inner, report, filters, format), { inRequest: isShort }))!
      if (started.added) await audited(inner, started.report_run_id, report, filters, format)
      return started
    })
    if (!isShort || !started.added) throw backofficeErrors.reportInBackground()
    await carryOutReport(ctx, started.report_run_id, { quiet: true, last: true })
    const file = await findTaskFile(ctx, started.task_id)
    if (!file) throw errors.busy()
    const { stream } = await ctx.use(filesPort).open(file.key)
    return { body: stream, name: file.name, type: file.type }
  },
})
