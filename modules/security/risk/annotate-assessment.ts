import { annotationReasons, captchaPort } from '#modules/security/captcha/captcha.ts'
import { securityErrors } from '#modules/security/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { storeAnnotation } from './assessment.sql.ts'

type Input = { assessment_id: number }

export const annotateAssessment = operation({
  call: 'POST /user/annotateAssessment',
  summary: 'Records the outcome of an assessed form and reports it to the provider if it stores assessments',
  may: scoped<Input>(
    staff('MANAGE_STUDENTS:UPDATE'),
    'in one of their organizations',
    async (ctx, { assessment_id }) => void (await selectAssessmentName(ctx, assessment_id)),
  ),
  takes: z.object({
    assessment_id: id(),
    annotation: z.enum(['LEGITIMATE', 'FRAUDULENT']),
    /** The reason, in the provider's terms. */
    reason: z.enum(annotationReasons).nullish(),
  }),
  gives: z.object({ assessment_score: z.number().nullable(), annotated_at: z.iso.datetime() }),
  fails: [securityErrors.captchaDown],
  audit: ({ assessment_id, annotation, reason = null }) => ({
    action: 'user.annotateAssessment',
    subject: `assessment_id:${assessment_id}`,
    after: { annotation, ...(reason && { reason }) },
  }),
  transaction: { own: 'no connection waits while the provider is told' },
  async run(ctx, { assessment_id, annotation, reason = null }) {
    const { name, account } = await selectAssessmentName(ctx, assessment_id)
    const captcha = ctx.use(captchaPort)?.captcha
    if (name && captcha) {
      await captcha.annotate(name, { annotation, reasons: reason ? [reason] : [], account }).catch((error) => {
        ctx.log.warn('captcha.unavailable', { reason: String(error) })
        throw securityErrors.captchaDown()
      })
    }
    const annotated_by = userOf(ctx).user_id
    const { score, annotated_at } = await storeAnnotation(ctx, assessment_id, { annotation, reason, annotated_by })
    return { assessment_score: score, annotated_at: annotated_at.toISOString() }
  },
})

type AssessmentName = { name: string | null; account: string | null }

/** The provider's name of an assessment in scope, and of its account. Throws notFound. */
async function selectAssessmentName({ sql, organization }: Ctx, assessment_id: number): Promise<AssessmentName> {
  const [row] = await sql<AssessmentName>`
    select name, account from security.risk_assessment
    where assessment_id = ${assessment_id} and organization_id = any(${sql.array(organization.scope)})`
  if (!row) throw errors.notFound()
  return row
}
