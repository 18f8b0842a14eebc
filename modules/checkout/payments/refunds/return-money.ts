import { setTimeout as sleep } from 'node:timers/promises'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import { requireFreshProof } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Refusal } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { localText } from '#platform/texts.ts'
import { findApprovers } from './approval-emails.ts'
import { beginRefund, type RefundRequest, type StartedRefund } from './begin-refund.ts'
import { bookReversal } from './book-reversal.ts'
import { callGateway } from './call-gateway.ts'
import { selectPayment } from './payment.sql.ts'
import { type RefundAttempt, type RefundState, selectRefund } from './refund-attempt.sql.ts'
import { refundTexts } from './refunds.texts.ts'

/** Refunds a payment in three phases like a payment: begin, call, book. Returns the payment's state. */
export async function returnMoney(ctx: Ctx, request: RefundRequest) {
  await requireFreshProof(ctx)
  return carryOut(ctx, await ctx.tx((inner) => beginRefund(inner, request)))
}

/** The second and third phase; a request awaiting a second person does not change. */
export async function carryOut(ctx: Ctx, { known, refund }: StartedRefund) {
  const waits = known || refund.state === 'awaiting'
  const result = waits ? await waitFor(ctx, refund) : await callAndBook(ctx, refund)
  if (result.state === 'dropped') throw checkoutErrors.refundDropped()
  if (refused.has(result.state)) throw await refusalOf(ctx, result)
  return refundResponse(ctx, result)
}

const refused: ReadonlySet<RefundState> = new Set(['declined', 'failed', 'cancelled'])

type CarriedOut = Pick<
  RefundAttempt,
  'refund_attempt_id' | 'payment_id' | 'asked' | 'way' | 'provider' | 'capture_id'
> & {
  state: RefundState
  reason: Reason
  offer_void: boolean
}

/** A process that dies here leaves the attempt open, and the resolver finds out its result. */
async function callAndBook(ctx: Ctx, refund: RefundAttempt): Promise<CarriedOut> {
  const result = await callGateway(ctx, refund)
  const state = await ctx.tx((inner) => bookReversal(inner, refund.refund_attempt_id, result))
  const { way } = await selectRefund(ctx, refund.refund_attempt_id)
  return { ...refund, way, state, reason: result.reason, offer_void: result.offer_void }
}

/** How long a duplicate request waits for the first one's result, in milliseconds. */
const patienceMs = 5_000

async function waitFor(ctx: Ctx, { refund_attempt_id }: RefundAttempt): Promise<CarriedOut> {
  const until = performance.now() + patienceMs
  let refund = await selectRefund(ctx, refund_attempt_id)
  while (refund.state === 'calling' && performance.now() < until) {
    await sleep(100)
    refund = await selectRefund(ctx, refund_attempt_id)
  }
  return { ...refund, reason: { code: '', text: refund.reason_text ?? '' }, offer_void: false }
}

/** Describes a refusal in the product's words, with the alternative. */
async function refusalOf(
  ctx: Ctx,
  { asked, way, provider, capture_id, reason, offer_void }: CarriedOut,
): Promise<Refusal> {
  if (offer_void && way === 'refund') return checkoutErrors.refundNotSettled()
  if (asked === 'refund') return checkoutErrors.refundRefused({ reason: reason.text })
  const result = await reversalGateway(ctx, provider).details(capture_id)
  const settled = result.answer === 'found' && result.transaction.state === 'settled'
  return settled ? checkoutErrors.voidSettled() : checkoutErrors.voidRefused({ reason: reason.text })
}

async function refundResponse(ctx: Ctx, { refund_attempt_id, payment_id, asked, state }: CarriedOut) {
  const { refund_cents, lk_payment_status_id } = await selectPayment(ctx, payment_id!)
  const pending = state !== 'approved'
  const awaiting_approval = state === 'awaiting'
  const result = asked === 'void' ? 'voided' : 'refunded'
  const approvers = awaiting_approval ? ((await findApprovers(ctx, refund_attempt_id))?.approvers ?? []) : []
  const waiting = approvers.length > 0 ? 'awaiting' : 'awaitingNobody'
  const standing = awaiting_approval ? waiting : pending ? 'pending' : result
  return {
    pending,
    awaiting_approval,
    refund_amount: toDollars(refund_cents),
    lk_payment_status_id,
    message: localText(ctx.locale, refundTexts, standing, { n: approvers.length }),
  }
}
