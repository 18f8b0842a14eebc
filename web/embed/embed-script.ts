import { Hono } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { accentOf } from '#platform/ui/brand-colors.ts'
import { brandGreen, siteBrand } from '#web/site-icons.ts'
import {
  defineCatalogue,
  defineCheckout,
  defineCourse,
  openCard,
  openKit,
  openSheet,
  openSites,
} from './elements.browser.ts'
import { embedTexts } from './embed.texts.ts'

const names = ['buy', 'details', 'courses', 'search', 'more', 'none', 'loading', 'failed', 'open'] as const
const paths = {
  checkout: pathTo('/checkout'),
  search: pathTo('/courses/search'),
  details: pathTo('/course/details/:id', { id: '' }),
}
const wordsOf = (locale: Locale) => Object.fromEntries(names.map((name) => [name, localText(locale, embedTexts, name)]))

/**
 * The script that other sites load from an organization's site. It is the same for everyone and contains no secrets, so
 * any site may load it; only proved sites may read the courses.
 */
export function embedScript(color: string | null): string {
  const site = {
    color: accentOf(color, brandGreen),
    paths,
    words: { 'en-us': wordsOf('en-us'), 'es-es': wordsOf('es-es') },
  }
  // Escapes `<`, so that a text can't end a script element of a page that includes it.
  const siteLiteral = JSON.stringify(site).replaceAll('<', '\\u003c')
  const define = [defineCheckout, defineCourse, defineCatalogue].map((part) => `(${part})(sites);`)
  const kit = `const site=${siteLiteral},kit=(${openKit})(new URL(import.meta.url).origin,site,(${openSheet})(site.color))`
  return `${kit},sites=(${openSites})(kit,(${openCard})(kit));\nif(sites.isFirst){${define.join('\n')}}\n`
}

/** `/embed.js` of the visited site. Requires the request's `ctx`. */
export function embedRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/embed.js', async (c) => {
    const { color } = await siteBrand(c.get('ctx'))
    return c.body(embedScript(color), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=600',
      // A module of another origin is loaded by CORS.
      'access-control-allow-origin': '*',
    })
  })
  return app
}
