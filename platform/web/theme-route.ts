import { Hono } from 'hono'
import { readForm } from '#platform/http/form-body.ts'
import { limitBody } from '#platform/http/limit-body.ts'
import { setThemeCookie } from './cookies.ts'
import { localPath } from './page-redirect.ts'

/** `POST /theme` of ThemeSwitch: stores `light`, `dark` or `system` in a cookie and goes back. */
export function themeRoute(): Hono {
  const app = new Hono()
  app.post('/theme', limitBody(10_000), async (c) => {
    const { theme, redirect } = Object.fromEntries(await readForm(c))
    setThemeCookie(c, theme === 'light' || theme === 'dark' ? theme : 'system')
    return c.redirect(localPath(typeof redirect === 'string' ? redirect : '/', '/'), 303)
  })
  return app
}
