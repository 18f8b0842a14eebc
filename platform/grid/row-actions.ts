import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { localize, type Text } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import type { PageInput } from '#platform/web/page.ts'
import { localPath, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { actOnRows, type BulkResult, maxRows, undoRows } from './bulk.ts'
import { startMatching } from './bulk-matching.ts'
import { gridWords } from './grid.texts.ts'
import type { Grid } from './grid.ts'
import { isOpenTo, type RowAction } from './row-action.ts'

/**
 * Handles a grid's plain form: `action` names an operation and one row (`deactivate:17`), or the checked rows. A
 * required confirmation comes back in the address (`ask=`), and so does an undo offer (`undo=`).
 */
export async function submitGrid(
  grid: Grid,
  input: Pick<PageInput, 'ctx' | 'url'> & { form: SentForm },
  { prefix = '' }: { prefix?: string } = {},
): Promise<PageRedirect> {
  const { ctx, form, url } = input
  const backTo = (params: Record<string, string> = {}) => addressOf(url, prefix, params)
  const [name, key] = (form.values.action ?? '').split(':')
  const action = grid.actions?.find((offered) => offered.name === name)
  if (!action || !isOpenTo(action, ctx.actor)) throw errors.notFound()
  if (!key && form.values.matching) return submitMatching(grid, input, action, backTo)
  const ids = idsOf(key ? [key] : form.all('row'))
  if (ids.length > maxRows) return redirect(backTo(), { flash: errorOf(ctx, gridWords.tooManySelected) })
  if (form.values.undo) return redirect(backTo(), { flash: await flashOf(ctx, () => undoRows(ctx, action, ids)) })
  const needsQuestion = needsConfirmation(action) && !form.values.confirmed
  if (needsQuestion) return redirect(backTo({ ask: `${name}:${ids.join(',')}` }))
  let doneRows: BulkResult['done'] = []
  const flash = await flashOf(ctx, async () => {
    const result = await actOnRows(ctx, action, ids, { reason: form.values.reason?.trim() ?? '' })
    doneRows = result.done
    return result
  })
  return redirect(backTo(action.undo && doneRows.length > 0 ? { undo: `${name}:${doneRows.join(',')}` } : {}), {
    flash,
  })
}

/** An action on all matching rows always needs confirmation; one for selected rows only is refused before it. */
async function submitMatching(
  grid: Grid,
  { ctx, form: { values } }: Pick<PageInput, 'ctx'> & { form: SentForm },
  { name, chosenOnly }: RowAction,
  backTo: (params?: Record<string, string>) => ReturnType<typeof addressOf>,
): Promise<PageRedirect> {
  if (chosenOnly) return redirect(backTo(), { flash: errorOf(ctx, gridWords.selectedOnly) })
  if (!values.confirmed) return redirect(backTo({ ask: `${name}:all` }))
  const { query = '', rows, reason } = values
  const flash = await flashOf(ctx, () =>
    startMatching(ctx, grid, { action: name, query, rows: rows ? Number(rows) : null, reason: reason ?? null }),
  )
  return redirect(backTo(), { flash })
}

const needsConfirmation = ({ confirm, reason }: Pick<RowAction, 'confirm' | 'reason'>): boolean =>
  Boolean(confirm || reason)

const idsOf = (texts: readonly string[]): number[] => {
  const ids = [...new Set(texts.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
  if (ids.length === 0) throw errors.notFound()
  return ids
}

/** The pending action of the address and its rows. */
export function readPendingAction(
  params: URLSearchParams,
  name: 'ask' | 'undo',
): { name: string; ids: number[]; all: boolean } | null {
  const match = /^([\w-]+):(all|\d{1,9}(?:,\d{1,9}){0,99})$/.exec(params.get(name) ?? '')
  if (!match) return null
  const all = match[2] === 'all'
  return { name: match[1]!, ids: all ? [] : match[2]!.split(',').map(Number), all }
}

function addressOf(url: URL, prefix: string, params: Record<string, string>) {
  const query = new URLSearchParams(url.search)
  for (const name of ['ask', 'undo']) query.delete(prefix + name)
  for (const [name, value] of Object.entries(params)) query.set(prefix + name, value)
  return localPath(`${url.pathname}${query.size > 0 ? `?${query}` : ''}`)
}

type Flash = { kind: 'success' | 'error'; text: string }
const errorOf = ({ locale }: Ctx, text: Text): Flash => ({
  kind: 'error',
  text: localize(locale, text, { n: maxRows }),
})

async function flashOf(ctx: Ctx, run: () => Promise<{ message: string }>): Promise<Flash> {
  try {
    const { message } = await run()
    return { kind: 'success', text: message }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'error', text: error.issues[0]?.message ?? localize(ctx.locale, error.kind.text, error.params) }
  }
}
