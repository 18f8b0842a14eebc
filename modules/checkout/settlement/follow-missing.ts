import type { Ctx } from '../../../platform/ctx.ts'
import { findRefundOf } from '../refunds/refund-attempt.sql.ts'
import { findCapture } from './capture.sql.ts'
import type { Fault } from './discrepancy.sql.ts'
import type { Moved } from './moved.ts'

/** The gateway has no such transaction: wrong only where the books rest on it. */
export async function faultsOfMissing(ctx: Ctx, moved: Moved): Promise<Fault[]> {
  const refund = await findRefundOf(ctx, { attempt: null, transaction_id: moved.transaction_id })
  const capture = await findCapture(ctx, moved, null)
  const booked = refund?.state === 'approved' ? refund : capture
  if (!booked || (booked.state !== 'approved' && booked.state !== 'surplus')) return []
  const { organization_id, order_id, amount_cents: booked_cents } = booked
  return [{ kind: 'missing', organization_id, order_id, gateway_cents: null, booked_cents }]
}
