import { Hono } from 'hono'
import { isSameSite } from '../http/same-site.ts'
import { keepTheme } from './cookies.ts'
import { localPath } from './leave.ts'

/** `POST /theme` of ThemeSwitch: keeps `light`, `dark` or `system` in a cookie and goes back. */
export function themeRoute(): Hono {
  const app = new Hono()
  app.post('/theme', async (c) => {
    if (!isSameSite(c.req, c.req.header('host') ?? '')) return c.body(null, 403)
    const { theme, redirect } = await c.req.parseBody()
    keepTheme(c, theme === 'light' || theme === 'dark' ? theme : 'system')
    return c.redirect(localPath(typeof redirect === 'string' ? redirect : '/', '/'), 303)
  })
  return app
}
