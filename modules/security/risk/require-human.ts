import { createHash } from 'node:crypto'
import { type HumanCheck, identityErrors, networkOf, noHumanCheck } from '#modules/identity/index.ts'
import type { Captcha, CaptchaAssessment, captchaPort } from '#modules/security/captcha/captcha.ts'
import type { Ctx } from '#platform/ctx.ts'
import { accountOf } from './account.ts'
import { bindAssessment, countUnknown, insertAssessment } from './assessment.sql.ts'
import { reportOutcome } from './report-outcome.ts'

/** The number of unassessed forms that a network may send within an hour while the provider is unreachable. */
const maxUnassessedPerHour = 3

/** The increase of the required score after failures that suggest a program, and its maximum. */
const strictIncrease = 0.2
const maxRequiredScore = 0.9

type CheckedForm = { action: string; token: string; email?: string | undefined }

/** The provider's assessment of a form, stored as a risk assessment. Score null: the provider was unreachable. */
export async function assessForm(
  ctx: Ctx,
  captcha: Captcha,
  { action, token, email }: CheckedForm,
): Promise<{ assessment_id: number; valid: boolean; score: number | null }> {
  const { address, agent } = ctx.request
  const account = email ? accountOf(ctx, email) : null
  const assessment = await captcha
    .assess({ token, action, address, agent, account })
    .catch((error): CaptchaAssessment | null => {
      ctx.log.warn('captcha.unavailable', { reason: String(error) })
      return null
    })
  const { name = null, reasons = ['UNAVAILABLE'], valid = false } = assessment ?? {}
  // A token that is not ours proves nothing.
  const score = assessment === null ? null : valid ? assessment.score : 0
  const network = networkOf(address)
  const token_hash = assessment && createHash('sha256').update(token).digest()
  const draft = { action, name, score, reasons, network, account }
  const newAssessment = await insertAssessment(ctx, { ...draft, token_hash })
  if (newAssessment !== null) return { assessment_id: newAssessment, valid, score }
  // A token assessed before is refused, even if the provider accepts it now.
  const duplicate = { ...draft, score: 0, reasons: [...reasons, 'DUPE'] }
  const assessment_id = await insertAssessment(ctx, { ...duplicate, token_hash: null })
  return { assessment_id: assessment_id!, valid: false, score: 0 }
}

/** Identity's port: sign-up calls it before it creates an account. */
export function openHumanCheck(configured: typeof captchaPort.of): HumanCheck {
  if (!configured) return noHumanCheck
  const { captcha, min_score } = configured
  return {
    site: captcha.site,
    async require(ctx, { strict = false, ...form }) {
      if (!form.token) throw identityErrors.notHuman()
      const { assessment_id, score } = await assessForm(ctx, captcha, form)
      // An outage of the provider must not stop visitors. A few may continue, too few to bypass the captcha.
      if (
        score === null &&
        !strict &&
        (await countUnknown(ctx, networkOf(ctx.request.address))) <= maxUnassessedPerHour
      )
        return assessment_id
      const minScore = strict ? Math.min(maxRequiredScore, min_score + strictIncrease) : min_score
      if (score === null || score < minScore) throw identityErrors.notHuman()
      return assessment_id
    },
    async bind(ctx, assessment_id, { email, ...owner }) {
      if (assessment_id === null) return
      const bound = await bindAssessment(ctx, assessment_id, { ...owner, account: accountOf(ctx, email) })
      if (!bound) throw identityErrors.notHuman()
    },
    reportOutcome: (ctx, assessment_id, outcome) => reportOutcome(ctx, captcha, { assessment_id, outcome }),
  }
}
