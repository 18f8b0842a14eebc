import { errors, Refusal } from '../errors.ts'
import { holds } from '../permissions.ts'
import { pick } from '../texts.ts'
import type { SentForm } from '../web/form.ts'
import type { Flash } from '../web/frame.ts'
import type { PageInput } from '../web/page.ts'
import { localPath, type PageRedirect, redirect } from '../web/page-redirect.ts'
import type { Grid, RowAction } from './grid.ts'

const mostRows = 100

/** Takes the plain form of a grid: `action` names an operation and one row (`deactivate:17`), or the ticked rows. */
export async function submitGrid(
  grid: Grid,
  input: Pick<PageInput, 'ctx' | 'url'> & { form: SentForm },
): Promise<PageRedirect> {
  const { ctx, form, url } = input
  const [name, key] = (form.values.action ?? '').split(':')
  const action = grid.actions?.find((offered) => offered.name === name)
  if (!action || !holds(ctx.actor, action.may)) throw errors.notFound()
  const keys = key ? [key] : form.all('row').slice(0, mostRows)
  const flash = await actOn(action, input, keys)
  return redirect(localPath(url.pathname + url.search), flash ? { flash } : {})
}

async function actOn(
  { operation, takes_key }: RowAction,
  { ctx }: Pick<PageInput, 'ctx'>,
  keys: string[],
): Promise<Flash | null> {
  let said: string | undefined
  try {
    for (const key of keys) {
      const answer = (await operation.run(ctx, { [takes_key]: key })) as { message?: string }
      said = answer.message
    }
    return said ? { kind: 'success', text: said } : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'error', text: pick(ctx.locale, error.kind.text, error.params) }
  }
}
