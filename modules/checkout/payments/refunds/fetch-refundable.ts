import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import { isComplete } from '#modules/learning/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import type { Locale } from '#platform/texts.ts'
import { findSoloLimit } from './approval-cause.ts'
import { refundedCents } from './begin-refund.ts'
import { isChargedBack, isNotRefundable, type Line, listLines, type Payment, selectPayment } from './payment.sql.ts'
import { remainingCents } from './split-refund.shared.ts'

const LineShape = z.object({
  order_item_id: z.int(),
  name: z.string(),
  paid: z.number(),
  /** The amount that can still be refunded. */
  rest: z.number(),
  /** Null if the line opened no course. */
  student_course_id: z.int().nullable(),
  student_course_status: z.string().nullable(),
  /** A completed course stays unless named. */
  completed: z.boolean(),
})

const Refundable = z.object({
  payment_id: z.int(),
  order_id: z.int(),
  transaction_id: z.string(),
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  created_at: z.iso.datetime(),
  total: z.number(),
  /** Refunded, including pending refunds: the required value of a refund's `existing_refund_amount`. */
  existing_refund_amount: z.number(),
  pending_refund_amount: z.number(),
  /** The part of it that awaits a second person. */
  awaiting_refund_amount: z.number(),
  lk_payment_status_id: z.int(),
  last_4: z.string().nullable(),
  brand: z.string().nullable(),
  lines: z.array(LineShape),
  can: z.object({ refund: z.boolean(), void: z.boolean() }),
  /** Whether the bank has settled it: before, it can only be voided as a whole, and afterwards only refunded. */
  settled: z.boolean().nullable(),
  /** The amount above which a second person must approve; null if none has to. */
  alone: z.number().nullable(),
})
export type Refundable = z.infer<typeof Refundable>

export const fetchRefundable = operation({
  call: 'GET /payment/refundable',
  added: true,
  summary: 'The refundable amounts of a payment, line by line',
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({ payment_id: id() }),
  gives: z.object({ payment: Refundable }),
  fails: [errors.notFound],
  transaction: { own: 'no transaction waits for the gateway' },
  async run(ctx, { payment_id }) {
    const { payment, lines, soloLimit } = await ctx.tx(async (inner) => {
      const payment = await selectPayment(inner, payment_id)
      return {
        payment,
        lines: await listLines(inner, payment),
        soloLimit: ctx.actor.kind === 'user' ? await findSoloLimit(inner, payment) : null,
      }
    })
    const canRefund = holds(ctx.actor, 'MANAGE_PAYMENTS:UPDATE') && !isNotRefundable(payment) && !isChargedBack(payment)
    return {
      payment: {
        ...refundableOf(payment),
        lines: lines.map((line) => lineResponse(line, ctx.locale)),
        can: {
          refund: canRefund && refundedCents(payment) < payment.total_cents,
          void: canRefund && refundedCents(payment) === 0,
        },
        alone: soloLimit === null ? null : toDollars(soloLimit),
        settled: canRefund ? await isSettled(ctx, payment) : null,
      },
    }
  },
})

/** Null if the gateway can't be reached or has another state for it: the refund itself then reports why. */
async function isSettled(ctx: Ctx, { provider, transaction_id, refund_cents }: Payment): Promise<boolean | null> {
  // The bank refunds only what it has settled.
  if (refund_cents > 0) return true
  if (provider === 'none') return null
  const result = await reversalGateway(ctx, provider).details(transaction_id)
  const state = result.answer === 'found' ? result.transaction.state : null
  if (state === 'settled') return true
  return state === 'captured' ? false : null
}

function refundableOf(payment: Payment) {
  const { first_name, last_name, total_cents, pending_cents, awaiting_cents, created_at, ...fields } = payment
  return {
    ...fields,
    name: `${first_name} ${last_name}`.trim(),
    created_at: created_at.toISOString(),
    total: toDollars(total_cents),
    existing_refund_amount: toDollars(refundedCents(payment)),
    pending_refund_amount: toDollars(pending_cents),
    awaiting_refund_amount: toDollars(awaiting_cents),
  }
}

function lineResponse(line: Line, locale: Locale) {
  const { order_item_id, name, paid_cents, student_course_id, lk_student_course_status_id: statusId } = line
  return {
    order_item_id,
    name,
    paid: toDollars(paid_cents),
    rest: toDollars(remainingCents(line)),
    student_course_id,
    student_course_status: statusId === null ? null : label(lk_student_course_status, statusId, locale),
    completed: statusId !== null && isComplete(statusId),
  }
}
