import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import type { Format } from './cells.ts'
import type { StoredFilters } from './filters.ts'

export type RunState = 'waiting' | 'done' | 'failed' | 'refused'

export type Run = {
  report_run_id: number
  organization_id: number
  user_id: number
  report: string
  filters: StoredFilters
  format: Format
  locale: Locale
  state: RunState
  task_id: number | null
  request_id: string
  report_schedule_id: number | null
  due_at: Date | null
}

export type NewRun = Omit<Run, 'report_run_id' | 'state' | 'task_id'>

/** Null if this scheduled time was already run for this recipient. */
export async function insertRun(
  ctx: Ctx,
  run: NewRun,
  state: 'waiting' | 'refused' = 'waiting',
): Promise<number | null> {
  const { sql } = ctx
  const [row] = await sql<{ report_run_id: number }>`
    insert into backoffice.report_run (organization_id, user_id, report, filters, format, locale, state, request_id,
                                       report_schedule_id, due_at, ended_at)
    values (${run.organization_id}, ${run.user_id}, ${run.report}, ${sql.json(run.filters)}, ${run.format}, ${run.locale},
            ${state}, ${run.request_id}, ${run.report_schedule_id}, ${run.due_at},
            ${state === 'waiting' ? sql`null` : sql`platform.now()`})
    on conflict do nothing
    returning report_run_id`
  return row?.report_run_id ?? null
}

export const setTask = ({ sql }: Ctx, report_run_id: number, task_id: number) => sql`
  update backoffice.report_run set task_id = ${task_id} where report_run_id = ${report_run_id}`

export const deleteRun = ({ sql }: Ctx, report_run_id: number) => sql`
  delete from backoffice.report_run where report_run_id = ${report_run_id}`

export async function findRun({ sql }: Ctx, report_run_id: number): Promise<Run | null> {
  const [row] = await sql<Run>`
    select report_run_id, organization_id, user_id, report, filters, format, locale, state, task_id, request_id,
           report_schedule_id, due_at
    from backoffice.report_run where report_run_id = ${report_run_id}`
  return row ?? null
}

export async function findRunOfTask({ sql }: Ctx, task_id: number): Promise<number | null> {
  const [row] = await sql<{ report_run_id: number }>`
    select report_run_id from backoffice.report_run where task_id = ${task_id}`
  return row?.report_run_id ?? null
}

/** Ends a waiting run; false for one that has ended. */
export async function endRun(
  { sql }: Ctx,
  report_run_id: number,
  state: Exclude<RunState, 'waiting'>,
  rows_written: number | null = null,
): Promise<boolean> {
  const [row] = await sql`
    update backoffice.report_run set state = ${state}, rows_written = ${rows_written}, ended_at = platform.now()
    where report_run_id = ${report_run_id} and state = 'waiting'
    returning report_run_id`
  return row !== undefined
}

/** Runs whose worker was lost: their tasks are given up after an hour without progress. */
export const endLostRuns = ({ sql }: Ctx) => sql`
  update backoffice.report_run set state = 'failed', ended_at = platform.now()
  where state = 'waiting' and created_at < platform.now() - interval '2 hours'`
