import { Hono } from 'hono'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { isColor } from '#platform/ui/brand-colors.ts'
import { anonymousFrame, type Theme } from '#platform/web/frame.ts'
import { renderHtml } from '#platform/web/render.tsx'
import { Document } from '#web/layouts/document.tsx'
import { Gallery } from './gallery.tsx'

const themes: Readonly<Record<string, Theme>> = { light: 'light', dark: 'dark' }

/** Every part, scene and status on one page, in any brand color, light and dark; mounted at /dev/gallery, and never in production. */
export function galleryRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/', (c) => {
    const { theme = '', color = '', locale } = c.req.query()
    const frame = anonymousFrame({
      brand: { name: 'Gallery', logo: null, color: isColor(color) ? color : null },
      support: { phone: null, email: null, hours: '', href: null },
      banner: null,
      locale: locale === 'es-es' ? 'es-es' : 'en-us',
      theme: themes[theme] ?? 'system',
    })
    return renderHtml(c, <Gallery frame={frame} />, { title: 'Gallery', frame, document: Document })
  })
  return app
}
