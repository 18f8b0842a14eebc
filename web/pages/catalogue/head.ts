import type { Ctx } from '#platform/ctx.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { type Locale, locales } from '#platform/texts.ts'
import type { HeadWords } from '#platform/web/page.ts'

/** The site for search engines: one host per organization, for requests to any host. */
export type PublicSite = { name: string; origin: string }

export const publicSite = (ctx: Pick<Ctx, 'use' | 'organization'>): PublicSite => ({
  name: ctx.organization.name,
  origin: ctx.use(siteUrlPort)(ctx.organization.code, ''),
})

/** The address of a page in a language: English uses the plain one. */
export function addressIn(origin: string, path: string, locale: Locale): string {
  if (locale === 'en-us') return origin + path
  return `${origin}${path}${path.includes('?') ? '&' : '?'}lang=${locale}`
}

/** The product's own languages have no region; an added one has its country's. */
const tagOf = (language: Locale, id: number) => (id <= locales.length ? language.slice(0, 2) : formatTag(language))
const formatTag = (language: Locale) => new Intl.Locale(language).toString()

/** The addresses of this page in its own and the other languages. */
export function languagesOf({ origin }: PublicSite, path: string, locale: Locale): HeadWords {
  return {
    canonical: addressIn(origin, path, locale),
    alternates: [
      ...offeredLanguages().map(
        ({ language, id }) => [tagOf(language, id), addressIn(origin, path, language)] as const,
      ),
      ['x-default', origin + path],
    ],
  }
}
