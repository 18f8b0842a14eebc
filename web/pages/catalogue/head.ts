import type { Ctx } from '../../../platform/ctx.ts'
import { siteUrlPort } from '../../../platform/ports.ts'
import type { Locale } from '../../../platform/texts.ts'
import type { HeadWords } from '../../../platform/web/page.ts'

/** The site as search engines are to know it: one host for an organization, for requests to any host. */
export type PublicSite = { name: string; origin: string }

export const publicSite = (ctx: Pick<Ctx, 'use' | 'organization'>): PublicSite => ({
  name: ctx.organization.name,
  origin: ctx.use(siteUrlPort)(ctx.organization.code, ''),
})

/** The address of a page in a language: English has the plain one. */
export function addressIn(origin: string, path: string, locale: Locale): string {
  if (locale === 'en-us') return origin + path
  return `${origin}${path}${path.includes('?') ? '&' : '?'}lang=${locale}`
}

/** The address of this page and of the same page in the other language. */
export function languagesOf({ origin }: PublicSite, path: string, locale: Locale): HeadWords {
  return {
    canonical: addressIn(origin, path, locale),
    alternates: [
      ['en', addressIn(origin, path, 'en-us')],
      ['es', addressIn(origin, path, 'es-es')],
      ['x-default', origin + path],
    ],
  }
}
