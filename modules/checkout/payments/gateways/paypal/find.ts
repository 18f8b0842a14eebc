import type { LookupResult, SearchHint } from '#modules/checkout/payments/gateways/gateway.ts'
import { captureDetails, capturesOf, foundResult, refundDetails, refundsOf } from './results.ts'
import { type Connection, type SendResult, send } from './send.ts'
import { WireCapture, WireOrder, WireRefund } from './wire.ts'

const get = (path: string) => ({ method: 'GET' as const, path })
const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`
const capturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`
const refundPath = (id: string) => `/v2/payments/refunds/${encodeURIComponent(id)}`

/** The lookup result for a failed call: there is no record, or the wallet could not be reached. */
function lookupFailure(response: Exclude<SendResult<unknown>, { kind: 'answer' }>): LookupResult {
  if (response.kind === 'refused' && response.status === 404) return { answer: 'none' }
  return { answer: 'unknown', reason: response.reason }
}

/** Looks up a transaction: a capture or, if none has the id, a refund. */
export async function findTransaction(connection: Connection, id: string): Promise<LookupResult> {
  const capture = await send(connection, get(capturePath(id)), WireCapture)
  if (capture.kind === 'answer') return foundResult(captureDetails(capture.body))
  const result = lookupFailure(capture)
  if (result.answer !== 'none') return result
  const refund = await send(connection, get(refundPath(id)), WireRefund)
  return refund.kind === 'answer' ? foundResult(refundDetails(refund.body)) : lookupFailure(refund)
}

/** Finds an attempt: a charge by the wallet's order, a refund by its capture. */
export async function findAttempt(connection: Connection, attempt: string, hint: SearchHint): Promise<LookupResult> {
  if (hint.wallet_order_id) return findCapture(connection, hint.wallet_order_id)
  if (hint.transaction_id) return findRefund(connection, attempt, hint.transaction_id)
  return { answer: 'unknown', reason: { code: 'no_order', text: "The wallet can't search by attempt number." } }
}

async function findCapture(connection: Connection, wallet_order_id: string): Promise<LookupResult> {
  const order = await send(connection, get(orderPath(wallet_order_id)), WireOrder)
  if (order.kind !== 'answer') return lookupFailure(order)
  const [capture] = capturesOf(order.body)
  return capture ? foundResult(captureDetails(capture)) : { answer: 'none' }
}

async function findRefund(connection: Connection, attempt: string, capture_id: string): Promise<LookupResult> {
  const capture = await send(connection, get(capturePath(capture_id)), WireCapture)
  if (capture.kind !== 'answer') return lookupFailure(capture)
  const order_id = capture.body.supplementary_data?.related_ids?.order_id
  if (!order_id)
    return { answer: 'unknown', reason: { code: 'no_order', text: 'The capture does not reference an order.' } }
  const order = await send(connection, get(orderPath(order_id)), WireOrder)
  if (order.kind !== 'answer') return lookupFailure(order)
  const refund = refundsOf(order.body).find(({ invoice_id }) => invoice_id === attempt)
  return refund ? foundResult(refundDetails(refund)) : { answer: 'none' }
}
