import { Hono } from 'hono'
import { unsubscribe } from '#modules/checkout/entry.ts'
import { errors } from '#platform/errors.ts'
import { readForm } from '#platform/http/form-body.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody } from '#platform/http/limit-body.ts'

const maxBytes = 4 * 1024

/**
 * The request that mail programs send for their own 'Unsubscribe' button (RFC 8058): a form without session or cookies,
 * whose address contains the secret. The response is not a redirect, which they don't follow. Requires the request's
 * `ctx`.
 */
export function oneClickRoutes(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.post('/checkout/no-reminders/:reference{[0-9a-f-]{36}}/one-click', limitBody(maxBytes), async (c) => {
    const form = new Map(await readForm(c))
    // A request without that field comes from something else that found the address.
    if (form.get('List-Unsubscribe') !== 'One-Click') throw errors.invalid()
    await unsubscribe(c.get('ctx'), c.req.param('reference'))
    return c.text('')
  })
  return app
}
