import { refundApprovalFor } from '#modules/checkout/settings/loosened-approval.sql.ts'
import { listOnePerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import type { Payment } from './payment.sql.ts'

/**
 * `sum`: too much of one payment; `day`: too much by one person within a day; `own`: the payment is by one of their
 * accounts.
 */
export const causes = ['sum', 'day', 'own'] as const
export type Cause = (typeof causes)[number]

/**
 * The reason why this amount of a locked payment requires a second person; null if not required. Money for the person
 * themselves always does, whatever the settings. Partial refunds, and refunds of many payments and by several accounts
 * of one person, add up. They are serialized, so that none slips past.
 */
export async function findApprovalCause(ctx: Ctx, payment: Payment, amount_cents: number): Promise<Cause | null> {
  const accounts = [...(await listOnePerson(ctx, userOf(ctx).user_id))].toSorted((one, other) => one - other)
  if (accounts.includes(payment.user_id)) return 'own'
  const limits = await refundApprovalFor(ctx, payment.organization_id)
  if (!limits.refund_approval) return null
  // In the order of their ids: refunds by two accounts of a person at the same moment cannot deadlock.
  await ctx.sql`
    select pg_advisory_xact_lock(hashtext('checkout.refunds_of_a_day'), user_id)
    from unnest(${ctx.sql.array(accounts)}::int[]) user_id`
  const ownCents = await sumUnapprovedRefunds(ctx, payment.payment_id, accounts)
  if (ownCents.of_payment + amount_cents > limits.refund_approval_cents) return 'sum'
  return ownCents.of_day + amount_cents > limits.refund_approval_day_cents ? 'day' : null
}

/** The rest of a payment that the caller may refund without a second person, in cents; null for any amount. */
export async function findSoloLimit(ctx: Ctx, payment: Payment): Promise<number | null> {
  const accounts = [...(await listOnePerson(ctx, userOf(ctx).user_id))]
  if (accounts.includes(payment.user_id)) return 0
  const limits = await refundApprovalFor(ctx, payment.organization_id)
  if (!limits.refund_approval) return null
  const ownCents = await sumUnapprovedRefunds(ctx, payment.payment_id, accounts)
  const rest = limits.refund_approval_cents - ownCents.of_payment
  return Math.max(0, Math.min(rest, limits.refund_approval_day_cents - ownCents.of_day))
}

type SoloTotals = { of_payment: number; of_day: number }

/**
 * The amount refunded on one person's word, including pending: of the payment by anyone, and within a day by these
 * accounts.
 */
async function sumUnapprovedRefunds({ sql }: Ctx, payment_id: number, accounts: number[]): Promise<SoloTotals> {
  const byThem = sql`(created_by = any(${sql.array(accounts)}::int[]) and called_at > platform.now() - interval '1 day')`
  const [sums] = await sql<SoloTotals>`
    select coalesce(sum(amount_cents) filter (where payment_id = ${payment_id}), 0)::integer as of_payment,
           coalesce(sum(amount_cents) filter (where ${byThem}), 0)::integer as of_day
    from checkout.refund_attempt r
    where (r.payment_id = ${payment_id} or ${byThem})
      and r.origin = 'staff' and r.state in ('calling', 'unknown', 'approved')
      and not exists (select from checkout.refund_approval a
                      where a.refund_attempt_id = r.refund_attempt_id and a.decision = 'approved')`
  return sums!
}
