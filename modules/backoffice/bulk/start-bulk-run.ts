import { fetchTask } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type MatchingOrder, type MatchingRun, matchingErrors, maxMatching } from '#platform/grid/bulk-matching.ts'
import { nameOfGrid, type RunningAction } from '#platform/grid/grid-keeper.ts'
import { matchingKeysSql } from '#platform/grid/rows.ts'
import { userOf } from '#platform/permissions.ts'
import type { Sentence } from '#platform/sentence.ts'
import { isViewing } from '#platform/viewing.ts'
import { addBulkRun } from './add-bulk-run.ts'
import { bulkTexts as words } from './bulk.texts.ts'
import { type BulkRun, countKeys, findRunOf, insertBulkRows, lockRunsOfList } from './bulk-run.sql.ts'

/**
 * Records the currently matching rows and starts the action on them. Repeating the order finds the running one; a
 * different one on the same list waits for it. Fills `matchingRuns`.
 */
export async function startBulkRun(ctx: Ctx, order: MatchingOrder): Promise<MatchingRun> {
  if (isViewing(ctx.actor)) throw errors.whileViewing()
  const { grid, action, query, read, reason, confirmed } = order
  const { user_id, organization_id } = userOf(ctx)
  const { organization_id: site_id, scope } = ctx.organization
  const run = { user_id, site_id, grid: nameOfGrid(grid), action: action.name, query, reason }
  await lockRunsOfList(ctx, run)
  const open = await findUnfinishedRun(ctx, run)
  if (open) {
    const isSameOrder =
      open.undoes_bulk_run_id === null && open.action === run.action && open.query === query && open.reason === reason
    if (!isSameOrder) throw matchingErrors.running()
    return { task_id: open.task_id, rows: open.rows_total }
  }
  const keys = matchingKeysSql(ctx.sql, grid, scope, read, maxMatching + 1)
  const rows_total = await countKeys(ctx, keys)
  if (rows_total === 0) throw matchingErrors.noRows()
  if (rows_total > maxMatching) throw matchingErrors.tooMany()
  if (confirmed !== null && rows_total > confirmed) throw matchingErrors.changed({ rows: rows_total })
  const addedRun = await addBulkRun(
    ctx,
    { ...run, organization_id, rows_total, undoes_bulk_run_id: null },
    { kind: 'lists.bulk', title: titleOf(order), action },
    (newRun) => insertBulkRows(ctx, newRun, keys),
  )
  await ctx.audit({
    action: 'list.bulk',
    subject: `bulk_run_id:${addedRun.bulk_run_id}`,
    after: { grid: run.grid, action: run.action, query, rows: rows_total, ...(reason && { reason }) },
  })
  return { task_id: addedRun.task_id, rows: rows_total }
}

const titleOf = ({ action, grid }: MatchingOrder): Sentence => ({
  text: words.title,
  params: { action: { text: action.label }, list: { text: grid.title } },
})

/** The caller's running run on a list, with its task. */
export async function findUnfinishedRun(ctx: Ctx, key: Pick<BulkRun, 'user_id' | 'site_id' | 'grid'>) {
  const run = await findRunOf(ctx, key)
  if (!run) return null
  const { task } = await fetchTask.run(ctx, { task_id: run.task_id })
  return task.state === 'waiting' || task.state === 'running' ? { ...run, task } : null
}

/** The progress of the caller's action on a list; null if none is running. */
export async function findRunning(ctx: Ctx, grid: string): Promise<RunningAction | null> {
  const { organization_id: site_id } = ctx.organization
  const run = await findUnfinishedRun(ctx, { user_id: userOf(ctx).user_id, site_id, grid })
  if (!run) return null
  const { task_id, title, rows_done } = run.task
  return { task_id, title, rows_done, rows_total: run.rows_total }
}
