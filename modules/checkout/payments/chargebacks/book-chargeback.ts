import { chargedBack } from '#modules/checkout/facts.ts'
import { dropOvertakenRequests } from '#modules/checkout/payments/refunds/drop-refund.ts'
import { listLines, selectPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import { remainingCents, splitByWeight } from '#modules/checkout/payments/refunds/split-refund.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import {
  type Chargeback,
  type ChargebackState,
  type CoursesChoice,
  findCase,
  updatePaymentStatus,
} from './chargeback.sql.ts'
import { reopenCourses, stopCourses } from './charged-courses.ts'

export type NewChargeback = Pick<
  Chargeback,
  'payment_id' | 'case_number' | 'origin' | 'amount_cents' | 'reason' | 'received_on' | 'respond_by' | 'note'
> & { entered_by: number | null }

/** Records a new case and drops refund requests that await a second person. The caller must have locked the payment. */
export async function insertChargeback(ctx: Ctx, input: NewChargeback): Promise<Chargeback> {
  const { organization_id, order_id, user_id } = await selectPayment(ctx, input.payment_id)
  await ctx.sql`insert into checkout.chargeback ${ctx.sql({ ...input, organization_id })}`
  await dropOvertakenRequests(ctx, input.payment_id)
  await updatePaymentStatus(ctx, input.payment_id)
  const { case_number, origin, amount_cents, reason, respond_by } = input
  await ctx.audit({
    action: 'chargeback.enter',
    subject: `payment_id:${input.payment_id}`,
    subject_user_id: user_id,
    after: { case_number, origin, amount: toDollars(amount_cents), reason, respond_by, order_id },
  })
  const chargeback = (await findCase(ctx, input))!
  await ctx.emit(chargedBack, { chargeback_id: chargeback.chargeback_id })
  return chargeback
}

/** Sets whether the order's courses stop or continue, and stops them or reopens those that this case has stopped. */
export async function chooseCourses(ctx: Ctx, chargeback: Chargeback, courses: CoursesChoice): Promise<void> {
  if (chargeback.courses === courses) return
  const { chargeback_id, payment_id, user_id, case_number } = chargeback
  await ctx.sql`update checkout.chargeback set courses = ${courses} where chargeback_id = ${chargeback_id}`
  const changedCourses = courses === 'stop' ? await stopCourses(ctx, chargeback) : await reopenCourses(ctx, chargeback)
  await ctx.audit({
    action: 'chargeback.courses',
    subject: `payment_id:${payment_id}`,
    subject_user_id: user_id,
    before: { courses: chargeback.courses },
    after: { courses, case_number, changed: changedCourses },
  })
}

type Outcome = { state: Exclude<ChargebackState, 'open'>; decided_by: number | null }

/**
 * Books the bank's decision. A lost case takes its amount from the order's lines, for settlements with affiliates; if
 * it is won later, the amount is returned.
 */
export async function settleChargeback(ctx: Ctx, chargeback: Chargeback, { state, decided_by }: Outcome) {
  if (chargeback.state === state) return
  const { sql } = ctx
  const { chargeback_id, payment_id, user_id, case_number, amount_cents } = chargeback
  await sql`
    update checkout.chargeback set ${sql({ state, decided_by })}, decided_at = platform.now()
    where chargeback_id = ${chargeback_id}`
  if (state === 'lost') await insertChargebackLines(ctx, chargeback)
  else
    await sql`
      update checkout.chargeback_line set won_at = platform.now()
      where chargeback_id = ${chargeback_id} and won_at is null`
  await updatePaymentStatus(ctx, payment_id)
  await ctx.audit({
    action: 'chargeback.settle',
    subject: `payment_id:${payment_id}`,
    subject_user_id: user_id,
    before: { state: chargeback.state },
    after: { state, case_number, amount: toDollars(amount_cents) },
  })
  await ctx.emit(chargedBack, { chargeback_id })
}

/**
 * Splits the amount by the remainder of each line, so that earlier refunds are not deducted from an affiliate twice.
 */
async function insertChargebackLines(
  ctx: Ctx,
  { chargeback_id, organization_id, payment_id, amount_cents }: Chargeback,
) {
  const lines = await listLines(ctx, await selectPayment(ctx, payment_id))
  const lostLines = await ctx.sql<{ order_item_id: number; cents: number }>`
    select l.order_item_id, sum(l.amount_cents)::int as cents
    from checkout.chargeback_line l join checkout.chargeback c using (chargeback_id)
    where c.payment_id = ${payment_id} and l.won_at is null group by 1`
  const lostCentsByItem = new Map(lostLines.map(({ order_item_id, cents }) => [order_item_id, cents]))
  const remainders = lines.map((line) =>
    Math.max(0, remainingCents(line) - (lostCentsByItem.get(line.order_item_id) ?? 0)),
  )
  const refundable_cents = remainders.reduce((sum, remainder) => sum + remainder, 0)
  const shares = splitByWeight(Math.min(amount_cents, refundable_cents), remainders)
  for (const [index, cents] of shares.entries()) {
    if (cents === 0) continue
    const { order_item_id } = lines[index]!
    const row = { chargeback_id, organization_id, order_item_id, amount_cents: cents }
    await ctx.sql`insert into checkout.chargeback_line ${ctx.sql(row)}`
  }
}
