import type { MiddlewareHandler } from 'hono'
import { readLocaleCookie } from '#modules/identity/entry.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { parseLocale } from '#platform/languages.ts'

/**
 * `?lang=es-es` shows a page in that language to a visitor who has not chosen one, so that search engines, which send
 * no cookies, find a page in each language.
 */
export const speakAddressLanguage: MiddlewareHandler<HttpEnv> = (c, next) => {
  const lang = c.req.query('lang')
  const ctx = c.get('ctx')
  const chose = readLocaleCookie(c.req.header('cookie')) ?? c.req.header('locale')
  if (lang && !chose && ctx.actor.kind === 'anonymous') c.set('ctx', ctx.as({ locale: parseLocale(lang) }))
  return next()
}
