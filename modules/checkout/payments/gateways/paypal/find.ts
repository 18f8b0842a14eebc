import type { LookupResult, Near } from '#modules/checkout/payments/gateways/gateway.ts'
import { captureDetails, capturesOf, refundDetails, refundsOf, transactionFound } from './results.ts'
import { type Connection, type Sent, send } from './send.ts'
import { WireCapture, WireOrder, WireRefund } from './wire.ts'

const get = (path: string) => ({ method: 'GET' as const, path })
const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`
const capturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`
const refundPath = (id: string) => `/v2/payments/refunds/${encodeURIComponent(id)}`

/** The result without a record: the wallet has none, or could not be reached. */
function withoutRecord(sent: Exclude<Sent<unknown>, { kind: 'answer' }>): LookupResult {
  if (sent.kind === 'refused' && sent.status === 404) return { answer: 'none' }
  return { answer: 'unknown', reason: sent.reason }
}

/** Looks up one transaction: a capture or, if there is none with the id, a refund. */
export async function findTransaction(connection: Connection, id: string): Promise<LookupResult> {
  const capture = await send(connection, get(capturePath(id)), WireCapture)
  if (capture.kind === 'answer') return transactionFound(captureDetails(capture.body))
  const none = withoutRecord(capture)
  if (none.answer !== 'none') return none
  const refund = await send(connection, get(refundPath(id)), WireRefund)
  return refund.kind === 'answer' ? transactionFound(refundDetails(refund.body)) : withoutRecord(refund)
}

/** The result of an attempt: a charge by the wallet's order, a refund by its capture. */
export async function findAttempt(connection: Connection, attempt: string, near: Near): Promise<LookupResult> {
  if (near.wallet_order_id) return findCapture(connection, near.wallet_order_id)
  if (near.transaction_id) return findRefund(connection, attempt, near.transaction_id)
  return { answer: 'unknown', reason: { code: 'no_order', text: 'The wallet cannot search by our number.' } }
}

async function findCapture(connection: Connection, wallet_order_id: string): Promise<LookupResult> {
  const order = await send(connection, get(orderPath(wallet_order_id)), WireOrder)
  if (order.kind !== 'answer') return withoutRecord(order)
  const [capture] = capturesOf(order.body)
  return capture ? transactionFound(captureDetails(capture)) : { answer: 'none' }
}

async function findRefund(connection: Connection, attempt: string, capture_id: string): Promise<LookupResult> {
  const capture = await send(connection, get(capturePath(capture_id)), WireCapture)
  if (capture.kind !== 'answer') return withoutRecord(capture)
  const order_id = capture.body.supplementary_data?.related_ids?.order_id
  if (!order_id) return { answer: 'unknown', reason: { code: 'no_order', text: 'The capture names no order.' } }
  const order = await send(connection, get(orderPath(order_id)), WireOrder)
  if (order.kind !== 'answer') return withoutRecord(order)
  const refund = refundsOf(order.body).find(({ invoice_id }) => invoice_id === attempt)
  return refund ? transactionFound(refundDetails(refund)) : { answer: 'none' }
}
