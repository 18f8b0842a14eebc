import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localize } from '#platform/texts.ts'
import { isPlainLoginid } from './characters.shared.ts'
import { peopleTexts } from './people.texts.ts'

/** Throws invalid, at its field, for a login id that could be mistaken for another one. */
export function requirePlainLoginid({ locale }: Pick<Ctx, 'locale'>, loginid: string, path = 'loginid'): void {
  if (isPlainLoginid(loginid)) return
  throw errors.invalid({}, {}, [{ path, message: localize(locale, peopleTexts.plainLoginid) }])
}
