import { errors, Refusal } from '../errors.ts'
import { pick } from '../texts.ts'
import type { SentForm } from '../web/form.ts'
import type { PageInput } from '../web/page.ts'
import { localPath, type PageRedirect, redirect } from '../web/page-redirect.ts'
import { actOnRows, mostRows } from './bulk.ts'
import type { Grid } from './grid.ts'
import { isOpenTo, type RowAction } from './row-action.ts'

/**
 * Takes the plain form of a grid: `action` names an operation and one row (`deactivate:17`), or the ticked rows. What has to
 * be confirmed comes back as a question in the address (`ask=`), and what can be undone offers it there (`undo=`).
 */
export async function submitGrid(
  grid: Grid,
  input: Pick<PageInput, 'ctx' | 'url'> & { form: SentForm },
  { prefix = '' }: { prefix?: string } = {},
): Promise<PageRedirect> {
  const { ctx, form, url } = input
  const backTo = (more: Record<string, string> = {}) => addressOf(url, prefix, more)
  const [name, key] = (form.values.action ?? '').split(':')
  const action = grid.actions?.find((offered) => offered.name === name)
  if (!action || !isOpenTo(action, ctx.actor)) throw errors.notFound()
  const ids = idsOf(key ? [key] : form.all('row'))
  if (form.values.undo) return redirect(backTo(), { flash: await flashOf(input, undoOf(action), ids) })
  const asked = needsAnswer(action) && !form.values.confirmed
  if (asked) return redirect(backTo({ ask: `${name}:${ids.join(',')}` }))
  const flash = await flashOf(input, action, ids, form.values.reason)
  const undone = action.undo && flash.kind === 'success' && ids.length === 1
  return redirect(backTo(undone ? { undo: `${name}:${ids[0]}` } : {}), { flash })
}

export const needsAnswer = ({ confirm, reason }: Pick<RowAction, 'confirm' | 'reason'>): boolean =>
  Boolean(confirm || reason)

const undoOf = (action: RowAction): RowAction => {
  if (!action.undo) throw errors.notFound()
  return { name: action.name, label: action.label, may: action.may, ...action.undo }
}

const idsOf = (texts: readonly string[]): number[] => {
  const ids = [...new Set(texts.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, mostRows)
  if (ids.length === 0) throw errors.notFound()
  return ids
}

/** What the address asks or offers: an action and its rows. */
export function readAsked(params: URLSearchParams, name: 'ask' | 'undo'): { name: string; ids: number[] } | null {
  const found = /^([\w-]+):(\d{1,9}(?:,\d{1,9}){0,99})$/.exec(params.get(name) ?? '')
  return found ? { name: found[1]!, ids: found[2]!.split(',').map(Number) } : null
}

function addressOf(url: URL, prefix: string, more: Record<string, string>) {
  const query = new URLSearchParams(url.search)
  for (const name of ['ask', 'undo']) query.delete(prefix + name)
  for (const [name, value] of Object.entries(more)) query.set(prefix + name, value)
  return localPath(`${url.pathname}${query.size > 0 ? `?${query}` : ''}`)
}

async function flashOf(
  { ctx }: Pick<PageInput, 'ctx'>,
  action: RowAction,
  ids: readonly number[],
  reason?: string,
): Promise<{ kind: 'success' | 'error'; text: string }> {
  try {
    const { message } = await actOnRows(ctx, action, ids, reason?.trim())
    return { kind: 'success', text: message }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'error', text: error.issues[0]?.message ?? pick(ctx.locale, error.kind.text, error.params) }
  }
}
