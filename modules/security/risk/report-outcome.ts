import type { HumanOutcome } from '#modules/identity/index.ts'
import type { Annotation, Captcha } from '#modules/security/captcha/captcha.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findAssessment, storeAnnotation } from './assessment.sql.ts'

const annotations: Record<HumanOutcome, Omit<Annotation, 'account'>> = {
  accepted: { annotation: 'LEGITIMATE', reasons: ['TRANSACTION_ACCEPTED'] },
  // A card may be declined for many reasons, so the provider decides what that means for the buyer.
  declined: { annotation: null, reasons: ['TRANSACTION_DECLINED'] },
  card_testing: { annotation: 'FRAUDULENT', reasons: ['TRANSACTION_DECLINED', 'PAYMENT_HEURISTICS'] },
}

/** Reports the outcome of an assessed form to the provider, unless a person has already annotated it. */
export async function reportOutcome(
  ctx: Ctx,
  captcha: Captcha | null,
  { assessment_id, outcome }: { assessment_id: number; outcome: HumanOutcome },
): Promise<void> {
  const assessment = await findAssessment(ctx, assessment_id)
  if (!assessment || assessment.annotated_by !== null) return
  const { annotation, reasons } = annotations[outcome]
  if (assessment.name) await captcha?.annotate(assessment.name, { annotation, reasons, account: assessment.account })
  if (annotation) await storeAnnotation(ctx, assessment_id, { annotation, reason: reasons.at(-1)!, annotated_by: null })
}
