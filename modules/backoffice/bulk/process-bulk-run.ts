import { maxBytes } from '#modules/backoffice/reports/background-file.ts'
import {
  advanceTask,
  asTenant,
  findOpenTask,
  finishTask,
  requesterContext,
  storeTaskFile,
  type TaskFile,
} from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { matchingActions } from '#platform/grid/bulk-matching.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'
import { gridList, nameOfGrid } from '#platform/grid/grid-keeper.ts'
import { metaOf } from '#platform/grid/meta.ts'
import { inputFor, isOpenTo, type RowAction, takesList, undoOf } from '#platform/grid/row-action.ts'
import { offers } from '#platform/grid/row-rules.ts'
import { nameOf } from '#platform/grid/row-words.ts'
import { readRowsOf } from '#platform/grid/rows.ts'
import { csvResponse } from '#platform/grid/sheet-response.ts'
import { userOf } from '#platform/permissions.ts'
import { localizeSentence, type Sayable, type Sentence } from '#platform/sentence.ts'
import { localize, localText } from '#platform/texts.ts'
import { bulkTexts as words } from './bulk.texts.ts'
import {
  type BulkRun,
  countOutcomes,
  countRowsToUndo,
  endBulkRun,
  findOpenRun,
  listOpenRows,
  listRefused,
  lockOpenRow,
  type OpenRow,
  type RowResult,
  refuseOpenRows,
  updateOutcome,
} from './bulk-run.sql.ts'
import { bulkRunRequested } from './facts.ts'
import { reasonToSkip, type StoredStates } from './row-state.ts'

/** The time in which a run can be undone. */
const undoDays = 7
/** Rows whose permissions are checked together, and those processed at the same time. */
const batchSize = 48
const maxConcurrent = 4
/** The rows of one job; the next job continues, so that one person's long work blocks no one else. */
const rowsOfJob = 960

/**
 * Runs an action on the rows of a run, each in one transaction with its outcome: a killed worker has done a row
 * completely or not at all, and the next one continues. Permissions, scope and the state of each row are read when its
 * turn comes. Safe to repeat and to run concurrently.
 */
export async function processBulkRun(ctx: Ctx, bulk_run_id: number, { last = false } = {}): Promise<void> {
  const run = await findOpenRun(ctx, bulk_run_id)
  if (!run) return
  const task = await findOpenTask(ctx, run.task_id)
  if (!task) {
    // The task no longer exists.
    await endBulkRun(ctx, bulk_run_id)
    return
  }
  const counts = await countOutcomes(ctx, bulk_run_id)
  const before = counts.done + counts.refused
  for (let attempted = 0; attempted < rowsOfJob; ) {
    const rows = await listOpenRows(ctx, bulk_run_id, batchSize)
    if (rows.length === 0) return finish(ctx, run)
    const work = await openRunContext(ctx, run)
    if (!work) await refuseOpenRows(ctx, bulk_run_id, words.noRight)
    else await processRows(work, rows, last)
    attempted += rows.length
    if (!(await advanceTask(ctx, run.task_id, Math.min(run.rows_total, before + attempted)))) return
  }
  await ctx.tx((inner) => inner.emit(bulkRunRequested, { bulk_run_id }))
}

type RunContext = { requester: Ctx; run: BulkRun; grid: AnyGrid; action: RowAction }

/** The requester's current permissions; null if the action is no longer allowed. */
async function openRunContext(ctx: Ctx, run: BulkRun): Promise<RunContext | null> {
  const requester = await requesterContext(ctx, run.user_id, run.site_id)
  const grid = gridOf(ctx, run)
  const action = grid && matchingActions(grid).find(({ name }) => name === run.action)
  if (!requester || !grid || !action || (run.undoes_bulk_run_id !== null && !action.undo)) return null
  return grid.may.gate(requester.actor) && isOpenTo(action, requester.actor) ? { requester, run, grid, action } : null
}

const gridOf = (ctx: Ctx, run: BulkRun): AnyGrid | undefined =>
  ctx
    .use(gridList)()
    .find((grid) => nameOfGrid(grid) === run.grid)

async function processRows(work: RunContext, rows: readonly OpenRow[], last: boolean): Promise<void> {
  const { requester, grid, run } = work
  if (run.undoes_bulk_run_id !== null) return undoRows(work, rows, last)
  const keys = rows.map(({ row_key }) => row_key)
  const records = await readRowsOf(requester.sql, grid, requester.organization.scope, keys, {
    columns: grid.columns,
    reader: requester,
  })
  const byKey = new Map(records.map((row) => [row[grid.key] as number, row]))
  for (let index = 0; index < rows.length; index += maxConcurrent) {
    const chunk = rows.slice(index, index + maxConcurrent)
    await Promise.all(chunk.map((row) => processRow(work, row, byKey.get(row.row_key), last)))
  }
}

async function processRow(
  work: RunContext,
  { row_number, row_key }: OpenRow,
  row: Readonly<Record<string, unknown>> | undefined,
  last: boolean,
): Promise<void> {
  const { requester, action } = work
  const obstacle = refusalFor(requester, action, row_key, row)
  await recordOutcome(work, row_number, last, async (inner) => {
    return obstacle ? { why: obstacle } : { why: null, states: await runAction(inner, work, row_key) }
  })
}

/** Runs the action on a row. Returns its states before and after, if the action can be undone. */
async function runAction(ctx: Ctx, { action, run }: RunContext, row_key: number): Promise<StoredStates> {
  const { operation, undo } = action
  const state_before = (await undo?.stateOf(ctx, row_key)) ?? null
  await operation.run(ctx, inputFor(action, takesList(action) ? [row_key] : row_key, run.reason))
  return { state_before, state_after: (await undo?.stateOf(ctx, row_key)) ?? null }
}

/** Restores rows that are still as the run left them. Removed rows are in no list, so each is read by its key. */
async function undoRows(work: RunContext, rows: readonly OpenRow[], last: boolean): Promise<void> {
  const { stateOf } = work.action.undo!
  const undo = undoOf(work.action)
  for (let index = 0; index < rows.length; index += maxConcurrent)
    await Promise.all(
      rows.slice(index, index + maxConcurrent).map(({ row_number, row_key }) =>
        recordOutcome(work, row_number, last, async (inner, states) => {
          const reason = reasonToSkip(states, await stateOf(inner, row_key))
          if (!reason) await undo.operation.run(inner, inputFor(undo, row_key, ''))
          return { why: reason }
        }),
      ),
    )
}

type RowWork = (ctx: Ctx, states: StoredStates) => Promise<RowResult>

/** Runs the work on a row and records its outcome in the same transaction. */
async function recordOutcome(
  { requester, run }: RunContext,
  row_number: number,
  last: boolean,
  work: RowWork,
): Promise<void> {
  const { bulk_run_id } = run
  try {
    await requester.tx(async (inner) => {
      const states = await lockOpenRow(inner, bulk_run_id, row_number)
      if (states) await updateOutcome(inner, bulk_run_id, row_number, await work(inner, states))
    })
  } catch (error) {
    // A rule of the product refused the row: that is its outcome. The job retries anything else.
    const isRefused = error instanceof Refusal && error.kind.status !== 503
    if (!isRefused && !last) throw error
    if (!isRefused) requester.log.error('bulk.row_failed', error, { bulk_run_id, row_number })
    await requester.tx((inner) =>
      updateOutcome(inner, bulk_run_id, row_number, { why: isRefused ? sentenceOf(error) : words.rowFailed }),
    )
  }
}

/** The reason why an action is not even attempted on a row; null if it is. */
function refusalFor(
  requester: Ctx,
  { when = {}, why, notOwn }: RowAction,
  key: number,
  row: Readonly<Record<string, unknown>> | undefined,
): Sayable | null {
  if (!row) return words.gone
  if (notOwn && key === userOf(requester).user_id) return notOwn
  return offers(when, row) ? null : (why ?? words.notOffered)
}

function sentenceOf({ kind, params, issues }: Refusal): Sentence {
  const detail = issues[0]?.message
  if (detail) return { text: [detail, detail] }
  return kind.status === 404 ? { text: words.gone } : { text: kind.text, params }
}

async function finish(ctx: Ctx, run: BulkRun): Promise<void> {
  const { bulk_run_id, task_id } = run
  const counts = await countOutcomes(ctx, bulk_run_id)
  const file = counts.refused > 0 ? await writeRefused(ctx, run) : undefined
  const undo_days = (await countRowsToUndo(ctx, bulk_run_id)) > 0 && run.undoes_bulk_run_id === null ? undoDays : null
  await ctx.tx(async (inner) => {
    if (!(await endBulkRun(inner, bulk_run_id))) return
    await auditEnd(inner, run, counts)
    await finishTask(inner, task_id, { summary: summaryOf(run, counts), undo_days, ...(file && { file }) })
  })
}

async function auditEnd(ctx: Ctx, run: BulkRun, counts: { done: number; refused: number }): Promise<void> {
  const tenant = await asTenant(ctx, run.organization_id)
  await tenant.audit({
    action: 'list.bulkEnd',
    subject: `bulk_run_id:${run.bulk_run_id}`,
    subject_user_id: run.user_id,
    after: { grid: run.grid, action: run.action, ...undoneRun(run), ...counts },
  })
}

const undoneRun = ({ undoes_bulk_run_id: undoes }: BulkRun) => (undoes === null ? {} : { undoes })

function summaryOf(
  { rows_total, undoes_bulk_run_id }: BulkRun,
  { done, refused }: { done: number; refused: number },
): Sentence {
  const params = { done: { count: done }, rows: { count: rows_total } }
  const [allDone, someRefused] =
    undoes_bulk_run_id === null ? [words.done, words.someDone] : [words.undone, words.someUndone]
  return refused > 0
    ? { text: someRefused, params: { ...params, refused: { count: refused } } }
    : { text: allDone, params }
}

/** The refused rows with their reasons, as a file of the task. Names are those that the person may currently see. */
async function writeRefused(ctx: Ctx, run: BulkRun): Promise<TaskFile> {
  const { locale, task_id } = run
  const grid = gridOf(ctx, run)
  const acting = await requesterContext(ctx, run.user_id, run.site_id)
  const requester = acting && grid?.may.gate(acting.actor) ? acting : null
  const list = grid ? localize(locale, grid.title) : run.grid
  const name = localText(locale, words, 'file', { list: list.replaceAll(/[^\p{L}\p{N} -]/gu, ' ').trim() })
  const headings = [localText(locale, words, 'id'), localText(locale, words, 'name'), localText(locale, words, 'why')]
  const { body, type } = csvResponse(name, headings, refusedRows(ctx, run, requester, grid))
  const { key, size } = await storeTaskFile(ctx, task_id, {
    stream: body as ReadableStream<Uint8Array>,
    content_type: type,
    limit_bytes: maxBytes,
  })
  return { key, size, name, type }
}

async function* refusedRows(ctx: Ctx, run: BulkRun, requester: Ctx | null, grid: AnyGrid | undefined) {
  for (let after = 0; ; ) {
    const rows = await listRefused(ctx, run.bulk_run_id, after, 500)
    if (rows.length === 0) return
    const names = requester && grid ? await namesOf(requester, grid, rows) : new Map<number, string>()
    yield rows.map(({ row_key, why_en, why_es, why_params }) => [
      String(row_key),
      names.get(row_key) ?? '',
      localizeSentence(run.locale, { text: [why_en, why_es], params: why_params }),
    ])
    after = rows.at(-1)!.row_number
  }
}

async function namesOf(requester: Ctx, grid: AnyGrid, rows: readonly OpenRow[]): Promise<Map<number, string>> {
  const columnsMeta = metaOf(grid.columns, requester)
  const names = new Set([grid.key, ...columnsMeta.filter(({ kind }) => kind === 'text').map(({ name }) => name)])
  const columns = Object.fromEntries(Object.entries(grid.columns).filter(([name]) => names.has(name)))
  const records = await readRowsOf(
    requester.sql,
    grid,
    requester.organization.scope,
    rows.map(({ row_key }) => row_key),
    { columns, reader: requester },
  )
  return new Map(
    records.map((row) => [row[grid.key] as number, nameOf(row as Parameters<typeof nameOf>[0], columnsMeta)]),
  )
}
