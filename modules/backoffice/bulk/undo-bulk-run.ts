import { endTaskUndo } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { matchingActions, matchingErrors } from '#platform/grid/bulk-matching.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'
import { gridList, nameOfGrid } from '#platform/grid/grid-keeper.ts'
import { isOpenTo, type RowAction } from '#platform/grid/row-action.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localizeSentence } from '#platform/sentence.ts'
import { isViewing } from '#platform/viewing.ts'
import { addBulkRun } from './add-bulk-run.ts'
import { bulkTexts as words } from './bulk.texts.ts'
import {
  type BulkRun,
  countRowsToUndo,
  findRunOfTask,
  findUndoOf,
  insertUndoRows,
  lockRunsOfList,
} from './bulk-run.sql.ts'
import { findUnfinishedRun } from './start-bulk-run.ts'

export const undoBulkRun = operation({
  call: 'POST /user/task/undo',
  summary:
    "Undoes one of the caller's actions on all matching rows in the background, within seven days. Rows that changed since then stay as they are",
  added: true,
  may: staff(),
  takes: z.object({ task_id: id() }),
  gives: z.object({
    /** The task of the undo: `GET /user/task/{task_id}` reports its progress. */
    task_id: z.int(),
    rows: z.int(),
  }),
  fails: [errors.notFound, errors.forbidden, errors.whileViewing, matchingErrors.running],
  rate: 'export',
  async run(ctx: Ctx, { task_id }) {
    if (isViewing(ctx.actor)) throw errors.whileViewing()
    const run = await findRunOfTask(ctx, task_id)
    if (run?.user_id !== userOf(ctx).user_id) throw errors.notFound()
    const { grid, action } = actionOf(ctx, run)
    if (!grid.may.gate(ctx.actor) || !isOpenTo(action, ctx.actor)) throw errors.forbidden()
    await lockRunsOfList(ctx, run)
    const undo = (await findUndoOf(ctx, run.bulk_run_id)) ?? (await startUndo(ctx, run, grid, action))
    return {
      task_id: undo.task_id,
      rows: undo.rows_total,
      message: localizeSentence(ctx.locale, { text: words.undoStarted, params: { n: { count: undo.rows_total } } }),
    }
  },
})

/** The list and the action of a run. Throws notFound for an action that can't be undone. */
function actionOf(ctx: Ctx, run: BulkRun): { grid: AnyGrid; action: RowAction } {
  const grid = ctx
    .use(gridList)()
    .find((other) => nameOfGrid(other) === run.grid)
  const action = grid && matchingActions(grid).find(({ name }) => name === run.action)
  if (!grid || !action?.undo) throw errors.notFound()
  return { grid, action }
}

async function startUndo(ctx: Ctx, run: BulkRun, grid: AnyGrid, action: RowAction): Promise<BulkRun> {
  const { bulk_run_id, user_id, site_id } = run
  if (await findUnfinishedRun(ctx, run)) throw matchingErrors.running()
  if (!(await endTaskUndo(ctx, run.task_id))) throw errors.notFound()
  const rows_total = await countRowsToUndo(ctx, bulk_run_id)
  const { organization_id, grid: list } = run
  const title = { text: words.undoTitle, params: { action: { text: action.label }, list: { text: grid.title } } }
  const addedRun = await addBulkRun(
    ctx,
    {
      organization_id,
      user_id,
      site_id,
      grid: list,
      action: run.action,
      query: '',
      reason: '',
      rows_total,
      undoes_bulk_run_id: bulk_run_id,
    },
    { kind: 'lists.undo-bulk', title, action },
    (newRun) => insertUndoRows(ctx, newRun, bulk_run_id),
  )
  await ctx.audit({
    action: 'list.bulkUndo',
    subject: `bulk_run_id:${addedRun.bulk_run_id}`,
    after: { grid: run.grid, action: run.action, undoes: bulk_run_id, rows: rows_total },
  })
  return addedRun
}
