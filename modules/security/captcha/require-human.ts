import type { Ctx } from '../../../platform/ctx.ts'
import { type HumanCheck, identityErrors, networkOf } from '../../identity/index.ts'
import { bindAssessment, countUnknown, insertAssessment } from '../risk/assessment.sql.ts'
import type { Assessed, Captcha, captchaPort } from './captcha.ts'

/** What a network may send within the hour while the provider cannot say anything about it. */
const unknownAnHour = 3

type Judged = { action: string; token: string }

/** What the provider thinks of a form, kept as a risk assessment. Score null: the provider could not be reached. */
export async function assessForm(
  ctx: Ctx,
  captcha: Captcha,
  { action, token }: Judged,
): Promise<{ assessment_id: number; valid: boolean; score: number | null }> {
  const { address, agent } = ctx.request
  const assessed = await captcha.assess({ token, action, address, agent }).catch((error): Assessed | null => {
    ctx.log.warn('captcha.unavailable', { reason: String(error) })
    return null
  })
  const { name = null, reasons = ['UNAVAILABLE'], valid = false } = assessed ?? {}
  // A token that is not ours says nothing in anybody's favour.
  const score = assessed === null ? null : valid ? assessed.score : 0
  const network = networkOf(address)
  const assessment_id = await insertAssessment(ctx, { action, name, score, reasons, network })
  return { assessment_id, valid, score }
}

/** The port of identity: sign-up asks it before it makes anybody. */
export function openHumanCheck(configured: typeof captchaPort.of): HumanCheck {
  return {
    site: configured?.captcha.site ?? null,
    async require(ctx, judged) {
      if (!configured) return null
      const { captcha, min_score } = configured
      if (!judged.token) throw identityErrors.notHuman()
      const { assessment_id, score } = await assessForm(ctx, captcha, judged)
      // The provider's failure is not the visitor's: a few go on, so few that it is no way around the captcha.
      if (score === null && (await countUnknown(ctx, networkOf(ctx.request.address))) <= unknownAnHour)
        return assessment_id
      if (score === null || score < min_score) throw identityErrors.notHuman()
      return assessment_id
    },
    bind: (ctx, assessment_id, person) =>
      assessment_id === null ? Promise.resolve() : bindAssessment(ctx, assessment_id, person),
  }
}
