import { toCents } from '#platform/money.ts'
import { type Behavior, behaviors, type Conduct } from '#simulators/payments/behavior.ts'
import { addCapture, addRefund, findCapture, findOrder, newId, type SimState } from './ledger.ts'
import {
  captureItem,
  instant,
  OrderRequest,
  orderItem,
  problemOfSums,
  RefundRequest,
  refundItem,
  refusal,
  usd,
} from './wire.ts'

export type Call = { state: SimState; url: string; now: number; body: unknown; query: Record<string, string> }
/** The wallet's response, and how it travels. */
export type DecidedAnswer = { status: number; body: unknown; conduct: Conduct }

export const sent = (status: number, body: unknown, conduct: Conduct = behaviors.approve): DecidedAnswer => ({
  status,
  body,
  conduct,
})
const refused = (issue: string, description = issue, status = 422, conduct?: Conduct) =>
  sent(status, refusal(status === 404 ? 'RESOURCE_NOT_FOUND' : 'UNPROCESSABLE_ENTITY', issue, description), conduct)
const unknown = () => refused('INVALID_RESOURCE_ID', 'The specified resource does not exist.', 404)

export function createOrder({ state, url, body }: Call): DecidedAnswer {
  const parsed = OrderRequest.safeParse(body)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('/') ?? ''
    return sent(400, refusal('INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', `/${field}`))
  }
  const problem = problemOfSums(parsed.data)
  if (problem) return refused(problem)
  const [unit] = parsed.data.purchase_units
  const { invoice_id = '', description = '', amount } = unit!
  const paid = state.orders.some((order) => order.invoice_id === invoice_id && order.status === 'COMPLETED')
  if (invoice_id && paid) return refused('DUPLICATE_INVOICE_ID')
  const { return_url, cancel_url } = parsed.data.payment_source.paypal.experience_context
  const order = {
    id: newId(state),
    status: 'PAYER_ACTION_REQUIRED' as const,
    amount_cents: toCents(amount.value),
    invoice_id,
    description,
    return_url,
    cancel_url,
    captures: [],
    refunds: [],
  }
  state.orders.push(order)
  return sent(200, orderItem(url, order))
}

export function readOrder({ state, url }: Call, id: string): DecidedAnswer {
  const order = findOrder(state, id)
  return order ? sent(200, orderItem(url, order)) : unknown()
}

/** `next` returns the scripted behavior; it is called only for a request that would otherwise be decided. */
export function captureOrder(call: Call, id: string, next: () => Behavior | undefined): DecidedAnswer {
  const { state, url, now } = call
  const order = findOrder(state, id)
  if (!order) return unknown()
  if (order.status === 'PAYER_ACTION_REQUIRED') return refused('ORDER_NOT_APPROVED')
  if (order.captures.length > 0) return refused('ORDER_ALREADY_CAPTURED')
  const conduct = behaviors[next() ?? 'approve']
  if (!conduct.reached) return sent(0, null, conduct)
  // A refused instrument creates no capture; the buyer may choose another.
  if (conduct.verdict === 'decline') return refused('INSTRUMENT_DECLINED', undefined, 422, conduct)
  if (conduct.verdict === 'error') return refused('PAYEE_ACCOUNT_RESTRICTED', undefined, 422, conduct)
  addCapture(state, order, conduct.verdict, now)
  return sent(201, orderItem(url, order), conduct)
}

export function readCapture({ state, url }: Call, id: string): DecidedAnswer {
  const capture = findCapture(state, id)
  return capture ? sent(200, captureItem(url, capture)) : unknown()
}

export function readRefund({ state, url }: Call, id: string): DecidedAnswer {
  const refund = state.orders.flatMap(({ refunds }) => refunds).find((refund) => refund.id === id)
  return refund ? sent(200, refundItem(url, refund)) : unknown()
}

export function refundCapture(call: Call, id: string, next: () => Behavior | undefined): DecidedAnswer {
  const { state, url, now, body } = call
  const parsed = RefundRequest.safeParse(body ?? {})
  const capture = findCapture(state, id)
  if (!capture) return unknown()
  if (!parsed.success) return sent(400, refusal('INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', '/amount'))
  if (capture.status === 'PENDING') return refused('PENDING_CAPTURE')
  if (capture.status === 'REFUNDED') return refused('CAPTURE_FULLY_REFUNDED')
  const conduct = behaviors[next() ?? 'approve']
  if (!conduct.reached) return sent(0, null, conduct)
  if (conduct.verdict !== 'approve') return refused('REFUND_NOT_ALLOWED', undefined, 422, conduct)
  const { amount, invoice_id = '' } = parsed.data
  const refund = addRefund(state, capture, amount ? toCents(amount.value) : capture.amount_cents, invoice_id, now)
  return refund ? sent(201, refundItem(url, refund), conduct) : refused('REFUND_AMOUNT_EXCEEDED')
}

export function readDispute({ state }: Call, id: string): DecidedAnswer {
  const dispute = state.disputes.find((dispute) => dispute.id === id)
  if (!dispute) return unknown()
  const { capture_id, amount_cents, stage, status, outcome_code, at } = dispute
  return sent(200, {
    dispute_id: id,
    create_time: instant(at),
    update_time: instant(at),
    reason: 'UNAUTHORISED',
    status,
    dispute_state: status === 'OPEN' ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: usd(amount_cents),
    dispute_life_cycle_stage: stage,
    dispute_channel: 'INTERNAL',
    seller_response_due_date: instant(at + 10 * 86_400_000),
    disputed_transactions: [{ seller_transaction_id: capture_id }],
    ...(outcome_code && { dispute_outcome: { outcome_code } }),
  })
}
