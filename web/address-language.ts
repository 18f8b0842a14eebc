import type { MiddlewareHandler } from 'hono'
import { readLocaleCookie } from '#modules/identity/entry.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { parseLocale } from '#platform/languages.ts'

/**
 * `?lang=es-es` selects the language for visitors without a choice, so that search engines, which send no cookies, find
 * each page in every language.
 */
export const speakAddressLanguage: MiddlewareHandler<HttpEnv> = (c, next) => {
  const lang = c.req.query('lang')
  const ctx = c.get('ctx')
  const chose = readLocaleCookie(c.req.header('cookie')) ?? c.req.header('locale')
  if (lang && !chose && ctx.actor.kind === 'anonymous') c.set('ctx', ctx.as({ locale: parseLocale(lang) }))
  return next()
}
