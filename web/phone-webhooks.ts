import type { Context, Hono } from 'hono'
import { receiveDelivery } from '#modules/learning/entry.ts'
import { phoneCallback } from '#modules/learning/verification/methods/phone/send-code.ts'
import { codeSender } from '#modules/security/phone/code-sender.ts'
import { noOrganization } from '#platform/ctx.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody } from '#platform/http/limit-body.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'

const maxBytes = 16 * 1024

/** Status callbacks of the text and call provider: a code was delivered or couldn't be. */
export function addPhoneWebhooks(app: Hono<HttpEnv>, services: Services): void {
  app.post('/webhooks/phone/:reference{[0-9a-f-]{36}}', limitBody(maxBytes), (c) => take(c, services))
}

async function take(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const ctx = openCtx(services, {
    actor: { kind: 'system', name: 'phone-provider' },
    organization: noOrganization,
    locale: 'en-us',
  })
  const { reference = '' } = c.req.param() as { reference?: string }
  const raw = await c.req.text()
  // Uses the address that we registered, not the one in the request.
  const url = phoneCallback(ctx, reference)
  const callback = ctx.use(codeSender)?.readCallback({ url, raw, signature: c.req.header('x-twilio-signature') })
  if (!callback) return c.text('', 401)
  return c.text('', (await receiveDelivery(ctx, reference, callback)) ? 200 : 404)
}
