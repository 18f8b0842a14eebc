import { findRefundApproval } from '#modules/checkout/settings/loosened-approval.sql.ts'
import { listOnePerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import type { Payment } from './payment.sql.ts'

/**
 * `sum`: too much of one payment; `day`: too much by one person within a day; `own`: the payment of one of the person's
 * own accounts.
 */
export const approvalCauses = ['sum', 'day', 'own'] as const
export type ApprovalCause = (typeof approvalCauses)[number]

/**
 * The reason why refunding this amount of a locked payment requires a second person; null if it does not. Refunds to
 * the person themselves always do. Partial refunds of a payment, and all refunds by a person's accounts within a day,
 * are added up; the latter are serialized, so that concurrent ones can't exceed the limit.
 */
export async function findApprovalCause(
  ctx: Ctx,
  payment: Payment,
  amount_cents: number,
): Promise<ApprovalCause | null> {
  const accounts = [...(await listOnePerson(ctx, userOf(ctx).user_id))].toSorted((item, other) => item - other)
  if (accounts.includes(payment.user_id)) return 'own'
  const limits = await findRefundApproval(ctx, payment.organization_id)
  if (!limits.refund_approval) return null
  // In the order of their ids, so that concurrent refunds by two accounts of a person can't deadlock.
  await ctx.sql`
    select pg_advisory_xact_lock(hashtext('checkout.refunds_of_a_day'), user_id)
    from unnest(${ctx.sql.array(accounts)}::int[]) user_id`
  const unapprovedCents = await sumUnapprovedRefunds(ctx, payment.payment_id, accounts)
  if (unapprovedCents.of_payment + amount_cents > limits.refund_approval_cents) return 'sum'
  return unapprovedCents.of_day + amount_cents > limits.refund_approval_day_cents ? 'day' : null
}

/** The amount of a payment in cents that the caller may still refund without a second person; null for no limit. */
export async function findSoloLimit(ctx: Ctx, payment: Payment): Promise<number | null> {
  const accounts = [...(await listOnePerson(ctx, userOf(ctx).user_id))]
  if (accounts.includes(payment.user_id)) return 0
  const limits = await findRefundApproval(ctx, payment.organization_id)
  if (!limits.refund_approval) return null
  const unapprovedCents = await sumUnapprovedRefunds(ctx, payment.payment_id, accounts)
  const remaining_cents = limits.refund_approval_cents - unapprovedCents.of_payment
  return Math.max(0, Math.min(remaining_cents, limits.refund_approval_day_cents - unapprovedCents.of_day))
}

type SoloTotals = { of_payment: number; of_day: number }

/**
 * The amounts refunded without approval by a second person, including pending refunds: of the payment by anyone, and
 * within a day by these accounts.
 */
async function sumUnapprovedRefunds({ sql }: Ctx, payment_id: number, accounts: number[]): Promise<SoloTotals> {
  const recentByPerson = sql`(created_by = any(${sql.array(accounts)}::int[]) and called_at > platform.now() - interval '1 day')`
  const [sums] = await sql<SoloTotals>`
    select coalesce(sum(amount_cents) filter (where payment_id = ${payment_id}), 0)::integer as of_payment,
           coalesce(sum(amount_cents) filter (where ${recentByPerson}), 0)::integer as of_day
    from checkout.refund_attempt r
    where (r.payment_id = ${payment_id} or ${recentByPerson})
      and r.origin = 'staff' and r.state in ('calling', 'unknown', 'approved')
      and not exists (select from checkout.refund_approval a
                      where a.refund_attempt_id = r.refund_attempt_id and a.decision = 'approved')`
  return sums!
}
