import type { StartedPayment } from '#modules/checkout/payments/complete-payment.ts'
import { humanCheck } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

type Buyer = { user_id: number; organization_id: number; email: string }

/**
 * Links a form's captcha assessment to its order and buyer. Throws notHuman if the assessment was for another account.
 */
export async function linkAssessment(ctx: Ctx, order_id: number, assessment_id: number | null): Promise<void> {
  if (assessment_id === null) return
  const [buyer] = await ctx.sql<Buyer>`
    update checkout.customer_order o set assessment_id = ${assessment_id}
    from identity.v_person p
    where o.order_id = ${order_id} and p.user_id = o.user_id
    returning p.user_id, p.organization_id, o.email`
  if (buyer) await ctx.use(humanCheck).bind(ctx, assessment_id, buyer)
}

/** Schedules the report of the charge's outcome to the provider that assessed the form. */
export async function scheduleOutcomeReport({ sql }: Ctx, payment: StartedPayment): Promise<void> {
  if (payment.step !== 'charge') return
  // Delayed, because later declines of the same cart are more informative than the first.
  await sql`
    update checkout.payment_attempt a
    set assessment_id = o.assessment_id, tell_at = platform.now() + interval '15 minutes'
    from checkout.customer_order o
    where a.payment_attempt_id = ${payment.payment_attempt_id} and o.order_id = a.order_id and o.assessment_id is not null`
}
