import { Hono } from 'hono'
import { serveLocal } from '#platform/http/serve-local.ts'

/** The provider's record of a token given to a browser. */
type IssuedToken = { score: number; action: string; hostname: string; spent: boolean; expired?: boolean }
type Problem = { success: false; 'error-codes': string[] }

type Event = { token: string; siteKey: string; expectedAction: string; userInfo?: { accountId?: string } }
type AnnotationRequest = { annotation?: string; reasons?: string[]; accountId?: string }

/** The provider's reasons (google.cloud.recaptchaenterprise.v1 AnnotateAssessmentRequest.Reason). */
const acceptedSecrets: ReadonlySet<string> = new Set([
  'CHARGEBACK',
  'CHARGEBACK_FRAUD',
  'CHARGEBACK_DISPUTE',
  'REFUND',
  'REFUND_FRAUD',
  'TRANSACTION_ACCEPTED',
  'TRANSACTION_DECLINED',
  'PAYMENT_HEURISTICS',
  'INITIATED_TWO_FACTOR',
  'PASSED_TWO_FACTOR',
  'FAILED_TWO_FACTOR',
  'CORRECT_PASSWORD',
  'INCORRECT_PASSWORD',
  'SOCIAL_SPAM',
])

const secret = 'simulated-captcha-secret'

/** Both kinds of reCAPTCHA in their real wire formats; `make` returns a token as a browser gets it. */
export async function startCaptchaSimulator() {
  const tokens = new Map<string, IssuedToken>()
  const annotations: ({ name: string } & AnnotationRequest)[] = []
  const accounts: (string | null)[] = []
  /** `forgets`: the provider accepts a token more than once. */
  const state = { down: false, forgets: false }
  const app = new Hono()
  app.use((c, next) => (state.down ? Promise.resolve(c.text('', 503)) : next()))

  app.post('/recaptcha/api/siteverify', async (c) => {
    const { secret: sentSecret, response } = (await c.req.parseBody()) as Record<string, string>
    const problem = (code: string): Problem => ({ success: false, 'error-codes': [code] })
    if (sentSecret !== secret) return c.json(problem('invalid-input-secret'))
    const issuedToken = tokens.get(response ?? '')
    if (!issuedToken) return c.json(problem('invalid-input-response'))
    if (issuedToken.spent || issuedToken.expired) return c.json(problem('timeout-or-duplicate'))
    issuedToken.spent = !state.forgets
    const { score, action, hostname } = issuedToken
    return c.json({ success: true, score, action, hostname, challenge_ts: new Date().toISOString() })
  })

  app.post('/v1/projects/:project/assessments', async (c) => {
    if (c.req.header('x-goog-api-key') !== secret)
      return c.json({ error: { code: 403, status: 'PERMISSION_DENIED' } }, 403)
    const { event } = (await c.req.json()) as { event: Event }
    accounts.push(event.userInfo?.accountId ?? null)
    const issuedToken = tokens.get(event.token)
    const invalidReason = !issuedToken
      ? 'MALFORMED'
      : issuedToken.expired
        ? 'EXPIRED'
        : issuedToken.spent
          ? 'DUPE'
          : undefined
    if (issuedToken) issuedToken.spent = !state.forgets
    const { score = 0, action = '', hostname = '' } = issuedToken ?? {}
    return c.json({
      name: `projects/${c.req.param('project')}/assessments/${tokens.size}`,
      event,
      ...(!invalidReason && { riskAnalysis: { score, reasons: score < 0.3 ? ['AUTOMATION'] : [] } }),
      tokenProperties: { valid: !invalidReason, invalidReason, action, hostname, createTime: new Date().toISOString() },
    })
  })

  app.post('/v1/projects/:project/assessments/:named', async (c) => {
    const [id, verb] = c.req.param('named').split(':')
    if (verb !== 'annotate' || c.req.header('x-goog-api-key') !== secret) return c.json({}, 404)
    const annotation = (await c.req.json()) as AnnotationRequest
    const invalidValue = annotation.reasons?.find((reason) => !acceptedSecrets.has(reason))
    if (invalidValue) return c.json({ error: { code: 400, status: 'INVALID_ARGUMENT' } }, 400)
    annotations.push({ name: `projects/${c.req.param('project')}/assessments/${id}`, ...annotation })
    return c.json({})
  })

  const { url, close } = await serveLocal(app)
  return {
    url,
    close,
    secret,
    annotations,
    /** The account of each assessed form. */
    accounts,
    state,
    make(options: Partial<IssuedToken> = {}): string {
      const token = `03A${tokens.size}`
      tokens.set(token, { score: 0.9, action: 'signup', hostname: 'waypost.test', spent: false, ...options })
      return token
    },
  }
}
