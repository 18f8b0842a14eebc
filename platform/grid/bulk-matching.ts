import { type Ctx, port } from '#platform/ctx.ts'
import { defineErrors, errors } from '#platform/errors.ts'
import { type AnyOperation, operation } from '#platform/operation.ts'
import { requireGate, staff } from '#platform/permissions.ts'
import { count, issuesOf, optionalText, parseOptions, z } from '#platform/schema.ts'
import { localizeSentence } from '#platform/sentence.ts'
import { bulkPath, maxReasonLength, requireReason } from './bulk.ts'
import { withKeys } from './find-keys.ts'
import { gridWords } from './grid.texts.ts'
import type { GridDeclaration } from './grid-declaration.ts'
import { type GridQuery, querySchema, readQuery } from './query.ts'
import { inputOf } from './query-input.ts'
import { isOpenTo, type RowAction } from './row-action.ts'

/** The maximum number of rows that one action changes in the background. */
export const maxMatching = 50_000
const maxQueryLength = 4_000

/** An action on every row that matches a query at this moment. */
export type MatchingOrder = {
  readonly grid: GridDeclaration
  readonly action: RowAction
  /** The query as in the list's address, and parsed. */
  readonly query: string
  readonly read: GridQuery
  readonly reason: string
  /** How many rows the person confirmed; null if the list showed only an estimate. */
  readonly confirmed: number | null
}

export type MatchingRun = { task_id: number; rows: number }

/** Starts an action on all matching rows in the background; a higher module fills this port. */
export const matchingRuns = port<(ctx: Ctx, order: MatchingOrder) => Promise<MatchingRun>>('grid.matching-runs')

export const matchingErrors = defineErrors({
  tooMany: [
    422,
    'BULK_TOO_MANY_ROWS',
    [
      'More than 50,000 rows match. Add a filter, then try again.',
      'Hay más de 50,000 filas que coinciden. Agregue un filtro e inténtelo de nuevo.',
    ],
  ],
  noRows: [
    409,
    'BULK_NO_ROWS',
    ['No rows match anymore. Reload the list.', 'Ya no coincide ninguna fila. Vuelva a cargar la lista.'],
  ],
  changed: [
    409,
    'BULK_LIST_CHANGED',
    [
      'Now {rows} rows match, more than you confirmed. Check the list, then try again.',
      'Ahora coinciden {rows} filas, más de las que confirmó. Revise la lista e inténtelo de nuevo.',
    ],
  ],
  running: [
    409,
    'BULK_RUNNING',
    [
      'Another action of yours on this list is still running. Wait until it finishes.',
      'Otra acción suya en esta lista sigue en curso. Espere a que termine.',
    ],
  ],
})

/** The list's actions that can run on all matching rows. */
export const matchingActions = ({ actions = [] }: Pick<GridDeclaration, 'actions'>): RowAction[] =>
  actions.filter(({ chosenOnly }) => !chosenOnly)

/** Parses a list query from its address form. Throws invalid, and the errors of the list's scope. */
async function readListQuery(ctx: Ctx, grid: GridDeclaration, query: string): Promise<GridQuery> {
  requireGate(grid.may, ctx.actor)
  const parsed = querySchema(grid)
    .strict()
    .safeParse(inputOf(new URLSearchParams(query)), parseOptions(ctx.locale))
  if (!parsed.success) throw errors.invalid({}, {}, issuesOf(parsed.error, ctx.locale))
  await grid.may.scope?.(ctx, parsed.data)
  return withKeys(ctx, grid, readQuery(grid, parsed.data, ctx))
}

type BulkRequest = {
  action: string
  query: string
  rows?: number | null | undefined
  reason?: string | null | undefined
}

/** Starts an action on all matching rows. Throws notFound for an action that the list does not have. */
export async function startMatching(ctx: Ctx, grid: GridDeclaration, request: BulkRequest) {
  const action = matchingActions(grid).find(({ name }) => name === request.action)
  if (!action) throw errors.notFound()
  if (!isOpenTo(action, ctx.actor)) throw errors.forbidden()
  const reason = request.reason?.trim() ?? ''
  requireReason(ctx, action, reason)
  const listQuery = await readListQuery(ctx, grid, request.query)
  const order = { grid, action, query: request.query, read: listQuery, reason, confirmed: request.rows ?? null }
  const { task_id, rows } = await ctx.tx((inner) => inner.use(matchingRuns)(inner, order))
  return {
    task_id,
    rows,
    message: localizeSentence(ctx.locale, { text: gridWords.matchingStarted, params: { n: { count: rows } } }),
  }
}

/** One call for all rows that match a query; null for a list without such actions. */
export function matchingOperation(grid: GridDeclaration): AnyOperation | null {
  const actions = matchingActions(grid)
  const transactional = actions.find(({ operation: { transaction } }) => transaction)
  // A row and its result are written together: a killed worker has written both or neither.
  if (transactional)
    throw new Error(`${transactional.name} opens its own transactions: give the reason in \`chosenOnly\``)
  const [first, ...more] = actions.map(({ name }) => name)
  if (!first) return null
  return operation({
    call: `POST ${bulkPath(grid.calls.fetch)}/all` as `POST /${string}`,
    summary: `Does one action in the background to all rows of ${grid.title[0].toLowerCase()} that match a query, up to 50,000`,
    added: true,
    may: staff([...new Set(actions.map(({ may }) => may))]),
    takes: z.object({
      action: z.enum([first, ...more]),
      /** Filters and search as in the list's address: `search=ana&lk_user_status_id=exact:1`. */
      query: z.string().max(maxQueryLength).default(''),
      /** The number of rows that the person confirmed: if more match by now, nothing happens. */
      rows: count(1, maxMatching).nullish(),
      reason: optionalText(maxReasonLength),
    }),
    gives: z.object({
      /** The background task: `GET /user/task/{task_id}` reports its progress. */
      task_id: z.int(),
      rows: z.int(),
    }),
    fails: [
      errors.forbidden,
      matchingErrors.tooMany,
      matchingErrors.noRows,
      matchingErrors.changed,
      matchingErrors.running,
    ],
    rate: 'export',
    run: (ctx, input) => startMatching(ctx, grid, input),
  }) as AnyOperation
}
