import { refundDecided } from '#modules/checkout/facts.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import {
  listOver,
  listWaitingOf,
  lockPendingRefund,
  settleApproval,
  type Verdict,
  type Waiting,
} from './refund-approval.sql.ts'

const entries = {
  declined: { action: 'refund.decline' },
  taken_back: { action: 'refund.takeBack' },
  expired: { action: 'refund.expire' },
  overtaken: { action: 'refund.overtake' },
} as const
type Dropped = Omit<Verdict, 'decision'> & { decision: keyof typeof entries }

/** Releases a request's reserved amount, in the caller's transaction; it is no longer sent to the gateway. */
export async function dropRefund(ctx: Ctx, { refund, payment }: Waiting, verdict: Dropped): Promise<void> {
  const { refund_attempt_id, asked, amount_cents, order_id, created_by } = refund
  await settleApproval(ctx, refund_attempt_id, verdict)
  await ctx.audit({
    ...entries[verdict.decision],
    subject: `payment_id:${payment.payment_id}`,
    subject_user_id: payment.user_id,
    after: { asked, amount: toDollars(amount_cents), order_id, asked_by: created_by, note: verdict.note },
  })
  await ctx.emit(refundDecided, { refund_attempt_id })
}

const noDecider = { decided_by: null, note: null }

/** A payment's money was returned outside the product: requests waiting on it were meant for an earlier state. */
export async function dropOvertaken(ctx: Ctx, payment_id: number): Promise<void> {
  for (const { refund_attempt_id } of await listWaitingOf(ctx, payment_id))
    await dropRefund(ctx, await lockPendingRefund(ctx, refund_attempt_id), { decision: 'overtaken', ...noDecider })
}

/** Drops requests that no one decided about within a week. Returns how many. */
export async function expireRefundRequests(ctx: Ctx): Promise<number> {
  let expired = 0
  for (const { refund_attempt_id, organization_id } of await listOver(ctx)) {
    const tenant = await asTenant(ctx, organization_id)
    expired += await tenant.tx((inner) => expireOne(inner, refund_attempt_id))
  }
  return expired
}

async function expireOne(ctx: Ctx, refund_attempt_id: number): Promise<number> {
  const waiting = await lockPendingRefund(ctx, refund_attempt_id)
  if (waiting.approval.decision || !waiting.approval.over) return 0
  await dropRefund(ctx, waiting, { decision: 'expired', ...noDecider })
  return 1
}
