import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { localize, type Text } from '#platform/texts.ts'
import { errorsOf, type InvalidForm, invalid } from '#platform/web/form.ts'

type Values = Readonly<Record<string, string>>

/**
 * A refusal that a form shows with its own message; `code` of its answer identifies it. Missing and forbidden records
 * are rethrown unchanged.
 */
export function refusedWith({ locale }: Pick<Ctx, 'locale'>, error: unknown, values: Values, text: Text): InvalidForm {
  if (!(error instanceof Refusal) || [401, 403, 404].includes(error.kind.status)) throw error
  const message = localize(locale, error.kind.text, error.params)
  return invalid(errorsOf(error.issues, values), localize(locale, text, { message }), { code: error.kind.code })
}
