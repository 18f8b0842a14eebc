import { listTaskFiles } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { count, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { reportReader } from './fetch-reports.ts'
import { filterWords, mayRead } from './filters.ts'
import { findReport } from './reports.ts'
import type { Run } from './run.sql.ts'

const RunShape = z.object({
  report_run_id: z.int(),
  report: z.string(),
  label: z.string(),
  name: z.string(),
  filters: z.array(z.object({ label: z.string(), value: z.string() })),
  /** As form fields. */
  query: z.record(z.string(), z.string()),
  format: z.string(),
  state: z.enum(['waiting', 'done', 'failed', 'refused']),
  rows_written: z.int().nullable(),
  scheduled: z.boolean(),
  created_at: z.iso.datetime(),
  /** The caller's own file while it is stored. */
  file: z.object({ task_id: z.int(), name: z.string(), expires_at: z.iso.datetime() }).nullable(),
  own: z.boolean(),
})
export type ShownRun = z.output<typeof RunShape>

type Row = Pick<Run, 'report_run_id' | 'user_id' | 'report' | 'filters' | 'format' | 'state' | 'task_id'> & {
  name: string | null
  rows_written: number | null
  scheduled: boolean
  created_at: Date
}

const pageSize = 50

export const fetchReportRuns = operation({
  call: 'GET /report/history',
  summary: 'The runs of reports on this site: who ran them, when, with which filters, and their outcome; newest first',
  added: true,
  may: reportReader,
  takes: z.object({ before: count(1, 2_147_483_647).optional() }),
  gives: z.object({ runs: z.array(RunShape), before: z.int().nullable() }),
  async run(ctx, { before }) {
    const rows = await listRuns(ctx, before ?? null)
    const taskIds = rows.flatMap(({ user_id, task_id }) =>
      user_id === userOf(ctx).user_id && task_id !== null ? [task_id] : [],
    )
    const files = new Map((await listTaskFiles(ctx, taskIds)).map((file) => [file.task_id, file]))
    return {
      runs: rows.map((row) => runResponse(ctx, row, files.get(row.task_id ?? 0))),
      before: rows.length === pageSize ? rows.at(-1)!.report_run_id : null,
    }
  },
})

function listRuns({ sql, organization }: Ctx, before: number | null): Promise<Row[]> {
  return sql<Row>`
    select r.report_run_id, r.user_id, r.report, r.filters, r.format, r.state, r.task_id, r.rows_written,
           r.report_schedule_id is not null as scheduled, r.created_at,
           coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''),
                    identity.staff_name(r.user_id, r.organization_id)) as name
    from backoffice.report_run r
    left join identity.v_person p on p.user_id = r.user_id
    where r.organization_id = any(${sql.array(organization.scope)}::int[])
      and (${before}::int is null or r.report_run_id < ${before}::int)
    order by r.report_run_id desc limit ${pageSize}`
}

type File = Awaited<ReturnType<typeof listTaskFiles>>[number]

function runResponse(ctx: Ctx, { task_id: _, user_id, filters, created_at, name, ...row }: Row, file?: File): ShownRun {
  const report = findReport(row.report)
  const readable = report !== null && mayRead(ctx, report)
  return {
    ...row,
    name: name ?? String(user_id),
    label: report ? localize(ctx.locale, report.label) : row.report,
    // Its filters may name records that only readers of the report may know.
    filters: readable ? filterWords(ctx.locale, report, filters).map(([label, value]) => ({ label, value })) : [],
    query: readable ? (filters as Record<string, string>) : {},
    created_at: created_at.toISOString(),
    file: file ? { task_id: file.task_id, name: file.name, expires_at: file.expires_at.toISOString() } : null,
    own: user_id === userOf(ctx).user_id,
  }
}
