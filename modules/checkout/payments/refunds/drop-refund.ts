import { refundDecided } from '#modules/checkout/facts.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import {
  listExpiredRequests,
  listPendingRequests,
  lockPendingRefund,
  type PendingRefund,
  settleApproval,
  type Verdict,
} from './refund-approval.sql.ts'

const auditEntries = {
  declined: { action: 'refund.decline' },
  taken_back: { action: 'refund.takeBack' },
  expired: { action: 'refund.expire' },
  overtaken: { action: 'refund.overtake' },
} as const
type DropVerdict = Omit<Verdict, 'decision'> & { decision: keyof typeof auditEntries }

/** Drops a request, which releases its reserved amount; it is never sent to the gateway. */
export async function dropRefund(ctx: Ctx, { refund, payment }: PendingRefund, verdict: DropVerdict): Promise<void> {
  const { refund_attempt_id, asked, amount_cents, order_id, created_by } = refund
  await settleApproval(ctx, refund_attempt_id, verdict)
  await ctx.audit({
    ...auditEntries[verdict.decision],
    subject: `payment_id:${payment.payment_id}`,
    subject_user_id: payment.user_id,
    after: { asked, amount: toDollars(amount_cents), order_id, asked_by: created_by, note: verdict.note },
  })
  await ctx.emit(refundDecided, { refund_attempt_id })
}

const noDecider = { decided_by: null, note: null }

/** Drops the pending requests of a payment whose money was returned otherwise in the meantime. */
export async function dropOvertakenRequests(ctx: Ctx, payment_id: number): Promise<void> {
  for (const { refund_attempt_id } of await listPendingRequests(ctx, payment_id))
    await dropRefund(ctx, await lockPendingRefund(ctx, refund_attempt_id), { decision: 'overtaken', ...noDecider })
}

/** Drops requests that were not decided within a week. Returns their number. */
export async function expireRefundRequests(ctx: Ctx): Promise<number> {
  let expiredCount = 0
  for (const { refund_attempt_id, organization_id } of await listExpiredRequests(ctx)) {
    const tenant = await asTenant(ctx, organization_id)
    expiredCount += await tenant.tx((inner) => expireRequest(inner, refund_attempt_id))
  }
  return expiredCount
}

async function expireRequest(ctx: Ctx, refund_attempt_id: number): Promise<number> {
  const pendingRefund = await lockPendingRefund(ctx, refund_attempt_id)
  if (pendingRefund.approval.decision || !pendingRefund.approval.isExpired) return 0
  await dropRefund(ctx, pendingRefund, { decision: 'expired', ...noDecider })
  return 1
}
