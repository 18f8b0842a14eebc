import type { Context, Hono } from 'hono'
import { receiveExamPush } from '#modules/learning/entry.ts'
import { examProvider } from '#modules/security/exams/exam-provider.ts'
import { noOrganization } from '#platform/ctx.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { limitBody } from '#platform/http/limit-body.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'

const maxBytes = 64 * 1024
const address = '/webhooks/exams/:reference{[0-9a-f-]{36}}/:event{ready|reviewed}'

/**
 * An exam provider's messages: a session is ready, or was reviewed. They are acknowledged, and a job fetches the facts
 * from the provider; the body is never trusted as a result.
 */
export function addExamWebhooks(app: Hono<HttpEnv>, services: Services): void {
  app.post(address, limitBody(maxBytes), (c) => take(c, services))
}

async function take(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const ctx = openCtx(services, {
    actor: { kind: 'system', name: 'exam-provider' },
    organization: noOrganization,
    locale: 'en-us',
  })
  const raw = await c.req.text()
  const signed = ctx.use(examProvider)?.isSigned(c.req.path, raw, c.req.header('x-exam-signature'), ctx.now)
  if (!signed) return c.text('', 401)
  const { reference = '' } = c.req.param() as { reference?: string }
  return c.text('', (await receiveExamPush(ctx, reference)) ? 200 : 404)
}
