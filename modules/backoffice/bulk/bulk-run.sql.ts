import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { type Sayable, type SentenceParams, sentenceOf } from '#platform/sentence.ts'
import type { Locale } from '#platform/texts.ts'
import type { StoredStates } from './row-state.ts'

export type BulkRun = {
  bulk_run_id: number
  organization_id: number
  user_id: number
  site_id: number
  grid: string
  action: string
  query: string
  reason: string
  locale: Locale
  rows_total: number
  task_id: number
  /** The run whose rows this one puts back. */
  undoes_bulk_run_id: number | null
}

const columns = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  bulk_run_id, organization_id, user_id, site_id, grid, action, query, reason, locale, rows_total, task_id,
  undoes_bulk_run_id`

export async function insertBulkRun({ sql }: Ctx, run: Omit<BulkRun, 'bulk_run_id'>): Promise<BulkRun> {
  const [addedRun] = await sql<BulkRun>`insert into backoffice.bulk_run ${sql(run)} returning ${columns({ sql })}`
  return addedRun!
}

/** Records the rows that a query currently matches: `row_key` and `row_number`. */
export const insertBulkRows = ({ sql }: Ctx, { bulk_run_id, organization_id }: BulkRun, keys: Fragment) => sql`
  insert into backoffice.bulk_run_row (bulk_run_id, organization_id, row_number, row_key)
  select ${bulk_run_id}::int, ${organization_id}::int, found.row_number, found.row_key from (${keys}) found`

/** Records the rows that a run changed, for the run that undoes it. */
export const insertUndoRows = ({ sql }: Ctx, { bulk_run_id, organization_id }: BulkRun, undoes: number) => sql`
  insert into backoffice.bulk_run_row (bulk_run_id, organization_id, row_number, row_key, state_before, state_after)
  select ${bulk_run_id}::int, ${organization_id}::int, row_number, row_key, state_before, state_after
  from backoffice.bulk_run_row
  where bulk_run_id = ${undoes} and outcome = 'done' and state_after is not null`

/** The number of rows of a run that can be undone. */
export async function countRowsToUndo({ sql }: Ctx, bulk_run_id: number): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from backoffice.bulk_run_row
    where bulk_run_id = ${bulk_run_id} and outcome = 'done' and state_after is not null`
  return row!.n
}

/** The number of rows that a query returns; its caller limits it. */
export async function countKeys({ sql }: Ctx, keys: Fragment): Promise<number> {
  const [row] = await sql<{ n: number }>`select count(*)::int as n from (${keys}) found`
  return row!.n
}

/** A run that has not ended. */
export async function findOpenRun({ sql }: Ctx, bulk_run_id: number): Promise<BulkRun | null> {
  const [run] = await sql<BulkRun>`
    select ${columns({ sql })} from backoffice.bulk_run where bulk_run_id = ${bulk_run_id} and ended_at is null`
  return run ?? null
}

/** The run of a task, ended or not. */
export async function findRunOfTask({ sql }: Ctx, task_id: number): Promise<BulkRun | null> {
  const [run] = await sql<BulkRun>`select ${columns({ sql })} from backoffice.bulk_run where task_id = ${task_id}`
  return run ?? null
}

/** The run that undoes another. */
export async function findUndoOf({ sql }: Ctx, bulk_run_id: number): Promise<BulkRun | null> {
  const [run] = await sql<BulkRun>`
    select ${columns({ sql })} from backoffice.bulk_run where undoes_bulk_run_id = ${bulk_run_id}`
  return run ?? null
}

/** Only one run starts at a time for each person and list, also on a double click. */
export const lockRunsOfList = ({ sql }: Ctx, { grid, user_id }: Pick<BulkRun, 'grid' | 'user_id'>) => sql`
  select pg_advisory_xact_lock(hashtext('backoffice.bulk_run ' || ${grid}), ${user_id})`

/** The run of a task, locked, while it has not ended. */
export async function lockRunOfTask({ sql }: Ctx, task_id: number): Promise<BulkRun | null> {
  const [run] = await sql<BulkRun>`
    select ${columns({ sql })} from backoffice.bulk_run where task_id = ${task_id} and ended_at is null for update`
  return run ?? null
}

/** A person's newest unfinished run on a list. */
export async function findRunOf(
  { sql }: Ctx,
  { user_id, site_id, grid }: Pick<BulkRun, 'user_id' | 'site_id' | 'grid'>,
): Promise<BulkRun | null> {
  const [run] = await sql<BulkRun>`
    select ${columns({ sql })} from backoffice.bulk_run
    where user_id = ${user_id} and site_id = ${site_id} and grid = ${grid} and ended_at is null
    order by bulk_run_id desc limit 1`
  return run ?? null
}

/** False if it has already ended. */
export async function endBulkRun({ sql }: Ctx, bulk_run_id: number): Promise<boolean> {
  const [row] = await sql`
    update backoffice.bulk_run set ended_at = platform.now()
    where bulk_run_id = ${bulk_run_id} and ended_at is null
    returning bulk_run_id`
  return row !== undefined
}

export type OpenRow = { row_number: number; row_key: number }

/** The next rows of a run without an outcome, in their order. */
export const listOpenRows = ({ sql }: Ctx, bulk_run_id: number, max: number) => sql<OpenRow>`
  select row_number, row_key from backoffice.bulk_run_row
  where bulk_run_id = ${bulk_run_id} and outcome is null
  order by row_number limit ${max}`

/**
 * Takes a row for the caller's transaction; null if another worker has finished it. Waits for a worker that is
 * processing it.
 */
export async function lockOpenRow({ sql }: Ctx, bulk_run_id: number, row_number: number): Promise<StoredStates | null> {
  const [row] = await sql<StoredStates>`
    select state_before, state_after from backoffice.bulk_run_row
    where bulk_run_id = ${bulk_run_id} and row_number = ${row_number} and outcome is null
    for update`
  return row ?? null
}

/** The reason why a row was not done, or its states before and after an action that can be undone. */
export type RowResult = { why: Sayable } | { why: null; states?: StoredStates }

/**
 * Records a row's outcome. It is the only change of the row in its transaction: a second one would check the row's
 * reference, and wait for a person who stops the run and waits for the row.
 */
export const updateOutcome = (ctx: Ctx, bulk_run_id: number, row_number: number, result: RowResult) => ctx.sql`
  update backoffice.bulk_run_row
  set outcome = ${result.why ? 'refused' : 'done'}, ${reasonSql(ctx, result.why)}, done_at = platform.now()
      ${'states' in result && result.states ? statesSql(ctx, result.states) : ctx.sql``}
  where bulk_run_id = ${bulk_run_id} and row_number = ${row_number} and outcome is null`

const statesSql = ({ sql }: Ctx, { state_before, state_after }: StoredStates) => sql`
  , state_before = ${sql.json(state_before)}, state_after = ${sql.json(state_after)}`

/** Refuses all rows still open, waiting for those in progress. Returns how many. */
export async function refuseOpenRows(ctx: Ctx, bulk_run_id: number, reason: Sayable): Promise<number> {
  const refusedRows = await ctx.sql`
    update backoffice.bulk_run_row
    set outcome = 'refused', ${reasonSql(ctx, reason)}, done_at = platform.now()
    where bulk_run_id = ${bulk_run_id} and outcome is null
    returning row_number`
  return refusedRows.length
}

function reasonSql({ sql }: Ctx, reason: Sayable | null): Fragment {
  const sentence = reason && sentenceOf(reason)
  return sql`why_en = ${sentence?.text[0] ?? null}, why_es = ${sentence?.text[1] ?? null},
             why_params = ${sql.json(sentence?.params ?? {})}`
}

/** The numbers of done and refused rows of a run. */
export async function countOutcomes({ sql }: Ctx, bulk_run_id: number): Promise<{ done: number; refused: number }> {
  const [counts] = await sql<{ done: number; refused: number }>`
    select count(*) filter (where outcome = 'done')::int as done,
           count(*) filter (where outcome = 'refused')::int as refused
    from backoffice.bulk_run_row where bulk_run_id = ${bulk_run_id}`
  return counts!
}

export type RefusedRow = OpenRow & { why_en: string; why_es: string; why_params: SentenceParams }

/** The refused rows of a run after a row number, in their order. */
export const listRefused = ({ sql }: Ctx, bulk_run_id: number, after: number, max: number) => sql<RefusedRow>`
  select row_number, row_key, why_en, why_es, why_params from backoffice.bulk_run_row
  where bulk_run_id = ${bulk_run_id} and outcome = 'refused' and row_number > ${after}
  order by row_number limit ${max}`

const retentionDays = 30

/** Deletes runs older than a month: the audit log has their changes. Safe to repeat. */
export async function deleteOldBulkRuns({ sql }: Ctx): Promise<void> {
  await sql`
    delete from backoffice.bulk_run where bulk_run_id in (
      select bulk_run_id from backoffice.bulk_run
      where created_at < platform.now() - make_interval(days => ${retentionDays})
      order by created_at limit 50)`
}
