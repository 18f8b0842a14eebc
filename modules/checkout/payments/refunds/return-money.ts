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
  return executeRefund(ctx, await ctx.tx((inner) => beginRefund(inner, request)))
}

/** The second and third phase; a request awaiting a second person does not change. */
export async function executeRefund(ctx: Ctx, { isRepeat, refund }: StartedRefund) {
  const mustCall = !isRepeat && refund.state !== 'awaiting'
  const result = mustCall ? await callAndBook(ctx, refund) : await waitFor(ctx, refund)
  if (result.state === 'dropped') throw checkoutErrors.refundDropped()
  if (refusedStates.has(result.state)) throw await refusalOf(ctx, result)
  return refundResponse(ctx, result)
}

const refusedStates: ReadonlySet<RefundState> = new Set(['declined', 'failed', 'cancelled'])

type ExecutedRefund = Pick<
  RefundAttempt,
  'refund_attempt_id' | 'payment_id' | 'asked' | 'way' | 'provider' | 'capture_id'
> & {
  state: RefundState
  reason: Reason
  offer_void: boolean
}

/** A process that dies here leaves the attempt open, and the resolver finds out its result. */
async function callAndBook(ctx: Ctx, refund: RefundAttempt): Promise<ExecutedRefund> {
  const result = await callGateway(ctx, refund)
  const state = await ctx.tx((inner) => bookReversal(inner, refund.refund_attempt_id, result))
  const { way } = await selectRefund(ctx, refund.refund_attempt_id)
  return { ...refund, way, state, reason: result.reason, offer_void: result.offer_void }
}

/** How long a duplicate request waits for the first one's result, in milliseconds. */
const maxWaitMs = 5_000

async function waitFor(ctx: Ctx, { refund_attempt_id }: RefundAttempt): Promise<ExecutedRefund> {
  const deadline = performance.now() + maxWaitMs
  let refund = await selectRefund(ctx, refund_attempt_id)
  while (refund.state === 'calling' && performance.now() < deadline) {
    await sleep(100)
    refund = await selectRefund(ctx, refund_attempt_id)
  }
  return { ...refund, reason: { code: '', text: refund.reason_text ?? '' }, offer_void: false }
}

/** The error for a refused refund or void; it names the alternative if there is one. */
async function refusalOf(
  ctx: Ctx,
  { asked, way, provider, capture_id, reason, offer_void }: ExecutedRefund,
): Promise<Refusal> {
  if (offer_void && way === 'refund') return checkoutErrors.refundNotSettled()
  if (asked === 'refund') return checkoutErrors.refundRefused({ reason: reason.text })
  const result = await reversalGateway(ctx, provider).details(capture_id)
  const isSettled = result.answer === 'found' && result.transaction.state === 'settled'
  return isSettled ? checkoutErrors.voidSettled() : checkoutErrors.voidRefused({ reason: reason.text })
}

async function refundResponse(ctx: Ctx, { refund_attempt_id, payment_id, asked, state }: ExecutedRefund) {
  const { refund_cents, lk_payment_status_id } = await selectPayment(ctx, payment_id!)
  const pending = state !== 'approved'
  const awaiting_approval = state === 'awaiting'
  const completedKey = asked === 'void' ? 'voided' : 'refunded'
  const approvers = awaiting_approval ? ((await findApprovers(ctx, refund_attempt_id))?.approvers ?? []) : []
  const awaitingKey = approvers.length > 0 ? 'awaiting' : 'awaitingNobody'
  const messageKey = awaiting_approval ? awaitingKey : pending ? 'pending' : completedKey
  return {
    pending,
    awaiting_approval,
    refund_amount: toDollars(refund_cents),
    lk_payment_status_id,
    message: localText(ctx.locale, refundTexts, messageKey, { n: approvers.length }),
  }
}
