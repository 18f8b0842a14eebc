import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { type AnyOperation, operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, list, optionalText, z } from '#platform/schema.ts'
import { localize, type Text } from '#platform/texts.ts'
import { gridWords } from './grid.texts.ts'
import { inputFor, isOpenTo, type RowAction, takesList, undoOf } from './row-action.ts'

/** The maximum number of rows per call, more than a page of the list has. */
export const maxRows = 100
export const maxReasonLength = 1_000

export type BulkResult = {
  done: number[]
  refused: { id: number; message: string }[]
  message: string
  redirect?: string
}

/** The path of a grid's bulk call, beside its other calls: `/student/fetch` and `/student/bulk`. */
export const bulkPath = (fetch: string): string => `${fetch.slice('GET '.length).replace(/\/fetch$/, '')}/bulk`

/**
 * Runs an action on each row in its own transaction and returns all results. Throws the first refusal if all were
 * refused.
 */
export async function actOnRows(
  ctx: Ctx,
  action: RowAction,
  ids: readonly number[],
  { reason = '', words = doneWords }: { reason?: string; words?: DoneWords } = {},
): Promise<BulkResult> {
  const { operation } = action
  // A bulk action counts once against the sender's rate limits.
  const unlimited: Ctx = { ...ctx, admit: () => {} }
  requireReason(ctx, action, reason)
  if (takesList(action)) {
    const { message } = (await operation.run(unlimited, inputFor(action, [...ids], reason))) as { message?: string }
    return { done: [...ids], refused: [], message: message ?? doneText(ctx, action, words, ids.length, ids.length) }
  }
  const doneIds: number[] = []
  const refused: BulkResult['refused'] = []
  let last: { message?: string } = {}
  let first: Refusal | null = null
  for (const key of ids) {
    try {
      last = (await operation.run(unlimited, inputFor(action, key, reason))) as { message?: string }
      doneIds.push(key)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      first ??= error
      refused.push({ id: key, message: localize(ctx.locale, error.kind.text, error.params) })
    }
  }
  if (doneIds.length === 0 && first) throw first
  const rowMessage = ids.length === 1 ? last.message : undefined
  const reasonText = refused[0] ? ` ${refused[0].message}` : ''
  return {
    done: doneIds,
    refused,
    message: rowMessage ?? doneText(ctx, action, words, doneIds.length, ids.length) + reasonText,
  }
}

/** Throws invalid if an action requires a reason and none is given. */
export function requireReason({ locale }: Ctx, { reason: reasonField }: RowAction, reason: string): void {
  if (!reasonField || reason) return
  throw errors.invalid({}, {}, [{ path: 'reason', message: localize(locale, gridWords.reasonMissing) }])
}

/** Undoes an action on each row, with the same rules as `actOnRows`. Throws notFound for an action without an undo. */
export const undoRows = (ctx: Ctx, action: RowAction, ids: readonly number[]): Promise<BulkResult> =>
  actOnRows(ctx, undoOf(action), ids, { words: undoneWords })

type DoneWords = Readonly<Record<'all' | 'some', Text>>
const doneWords: DoneWords = { all: gridWords.allDone, some: gridWords.someDone }
const undoneWords: DoneWords = { all: gridWords.allUndone, some: gridWords.someUndone }

const doneText = ({ locale }: Ctx, { label }: RowAction, words: DoneWords, n: number, all: number) =>
  localize(locale, n === all ? words.all : words.some, { action: localize(locale, label), n, all })

type ActionGrid = { calls: { fetch: string }; title: Text; actions?: readonly RowAction[] }

/** One call for several rows of a list; null for a list without actions. */
export function bulkOperation(grid: ActionGrid): AnyOperation | null {
  const { actions = [] } = grid
  const [first, ...more] = actions.map(({ name }) => name)
  if (!first) return null
  return operation({
    call: `POST ${bulkPath(grid.calls.fetch)}` as `POST /${string}`,
    summary: `Does one action to several rows of ${grid.title[0].toLowerCase()}, or undoes it, each by itself, and tells which were refused`,
    added: true,
    may: staff([...new Set(actions.map(({ may }) => may))]),
    takes: z.object({
      action: z.enum([first, ...more]),
      ids: list(id(), maxRows).min(1),
      reason: optionalText(maxReasonLength),
      /** Undoes the action instead; 404 for an action that can't be undone. */
      undo: z.boolean().optional(),
    }),
    gives: z.object({
      done: z.array(z.int()),
      refused: z.array(z.object({ id: z.int(), message: z.string() })),
    }),
    transaction: { own: 'each row is changed by itself: one that is refused holds back no other' },
    async run(ctx, { action: name, ids, reason, undo }) {
      const action = actions.find((offered) => offered.name === name)!
      if (!isOpenTo(action, ctx.actor)) throw errors.forbidden()
      const rows = [...new Set(ids)]
      return undo ? undoRows(ctx, action, rows) : actOnRows(ctx, action, rows, { reason })
    },
  }) as AnyOperation
}
