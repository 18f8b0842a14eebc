import { createHash } from 'node:crypto'
import { addTask } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { reportRequested } from './facts.ts'
import type { Report } from './report.ts'
import { reportTexts as words } from './reports.texts.ts'
import { deleteRun, findRunOfTask, insertRun, type NewRun, setTask } from './run.sql.ts'

export type StartedRun = { report_run_id: number; task_id: number; added: boolean }

/**
 * Creates a run with its task, or finds the same person's equal running one. A job carries it out, unless the caller
 * does (`inRequest`). Null for a scheduled time already run for this recipient.
 */
export async function startRun(
  ctx: Ctx,
  report: Report,
  run: NewRun,
  { inRequest = false } = {},
): Promise<StartedRun | null> {
  const report_run_id = await insertRun(ctx, run)
  if (report_run_id === null) return null
  const { organization_id, filters, format, locale, due_at } = run
  const contentKey = JSON.stringify([
    organization_id,
    report.name,
    filters,
    format,
    locale,
    due_at,
    run.report_schedule_id,
  ])
  const { task_id, added } = await addTask(ctx, {
    user_id: run.user_id,
    kind: 'reports.run',
    title: { text: words.taskTitle, params: { label: { text: report.label } } },
    input: { report_run_id },
    dedupe_key: `reports.run:${createHash('sha256').update(contentKey).digest('hex')}`,
    needs: ['MANAGE_REPORTS:READ', ...report.needs],
  })
  if (!added) {
    const open = await findRunOfTask(ctx, task_id)
    await deleteRun(ctx, report_run_id)
    return { report_run_id: open ?? report_run_id, task_id, added }
  }
  await setTask(ctx, report_run_id, task_id)
  if (!inRequest) await ctx.emit(reportRequested, { report_run_id })
  return { report_run_id, task_id, added }
}
