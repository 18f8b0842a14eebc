import { captchaPort } from '#modules/security/captcha/captcha.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { assessForm } from './require-human.ts'

/** A form's token (valid once, for two minutes) and the form's name. */
const takes = z.object({
  token: z.string().min(1).max(8_192),
  action: z.string().regex(/^[A-Za-z_/]{1,100}$/),
})
type Input = z.output<typeof takes>

/** Everyone passes, and nothing is stored, if no captcha is configured. */
async function assess(ctx: Ctx, input: Input): Promise<{ success: boolean; assessment_id: number | null }> {
  const configured = ctx.use(captchaPort)
  if (!configured) return { success: true, assessment_id: null }
  const { assessment_id, score } = await assessForm(ctx, configured.captcha, input)
  return { success: score !== null && score >= configured.min_score, assessment_id }
}

export const verifyRecaptchaToken = operation({
  call: 'POST /user/verifyRecaptchaToken',
  summary: 'Returns whether a person sent a form, without the score',
  may: anyone,
  takes,
  gives: z.object({ success: z.boolean() }),
  audit: () => ({ action: 'user.verifyRecaptchaToken' }),
  transaction: { own: 'no connection waits while the provider is asked' },
  rate: 'sign-in',
  run: assess,
})

export const createAssessment = operation({
  call: 'POST /user/createAssessment',
  summary: 'Assesses a form and stores the assessment for staff to review',
  may: anyone,
  takes,
  gives: z.object({ success: z.boolean(), assessment_id: z.int().nullable() }),
  audit: (_input, { assessment_id }) => ({
    action: 'user.createAssessment',
    subject: assessment_id === null ? null : `assessment_id:${assessment_id}`,
  }),
  transaction: { own: 'no connection waits while the provider is asked' },
  rate: 'sign-in',
  run: assess,
})
