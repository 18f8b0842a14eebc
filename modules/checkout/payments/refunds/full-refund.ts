import { checkoutErrors } from '#modules/checkout/errors.ts'
import { findFullRefundDeadline } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isoIn } from '#platform/zone.ts'
import type { Line, Payment } from './payment.sql.ts'
import type { RefundLine } from './refund-attempt.sql.ts'
import { remainingCents } from './split-refund.shared.ts'

/** Throws refundFull for a partial refund of a course that ends while its program requires a full refund. */
export async function requireFullRefund(
  ctx: Ctx,
  { organization_id }: Payment,
  lines: readonly Line[],
  refundLines: readonly RefundLine[],
): Promise<void> {
  const [seller] = await ctx.sql<{ time_zone: string }>`
    select time_zone from identity.v_organization where organization_id = ${organization_id}`
  const zone = seller?.time_zone ?? ctx.organization.time_zone
  for (const { order_item_id, amount_cents, ends_enrolment } of refundLines) {
    const line = lines.find((line) => line.order_item_id === order_item_id)
    if (!line || line.student_course_id === null || !ends_enrolment || amount_cents === remainingCents(line)) continue
    const deadline = await findFullRefundDeadline(ctx, line.student_course_id, zone)
    if (!deadline) continue
    const until = isoIn(zone, deadline.until).slice(0, 16).replace('T', ' ')
    throw checkoutErrors.refundFull({ name: line.name, until, source: deadline.source })
  }
}
