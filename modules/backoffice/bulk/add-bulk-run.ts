import { addTask } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RowAction } from '#platform/grid/row-action.ts'
import type { Sentence } from '#platform/sentence.ts'
import { type BulkRun, insertBulkRun } from './bulk-run.sql.ts'
import { bulkRunRequested } from './facts.ts'

type Draft = Omit<BulkRun, 'bulk_run_id' | 'task_id' | 'locale'>
type Task = { kind: `${string}.${string}`; title: Sentence; action: Pick<RowAction, 'may'> }

/** Adds a run with its task and its rows, and starts it. The caller records it in the audit log. */
export async function addBulkRun(
  ctx: Ctx,
  draft: Draft,
  { kind, title, action }: Task,
  insertRows: (run: BulkRun) => PromiseLike<unknown>,
): Promise<BulkRun> {
  const { user_id, rows_total } = draft
  const { task_id } = await addTask(ctx, { user_id, kind, title, rows_total, needs: [action.may] })
  const run = await insertBulkRun(ctx, { ...draft, locale: ctx.locale, task_id })
  await insertRows(run)
  await ctx.emit(bulkRunRequested, { bulk_run_id: run.bulk_run_id })
  return run
}
