import type {
  ChargeResult,
  LookupResult,
  RefundRequest,
  ReversalResult,
} from '#modules/checkout/payments/gateways/gateway.ts'
import type {
  OpenResult,
  Transmission,
  Wallet,
  WalletCapture,
  WalletRequest,
} from '#modules/checkout/payments/gateways/wallet.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { outboundFetch } from '#platform/outbound.ts'
import { findDispute } from './disputes.ts'
import { findAttempt, findTransaction } from './find.ts'
import { listSince } from './list-since.ts'
import { captureBody, orderBody, refundBody } from './requests.ts'
import { captureResult, capturesOf, refundOutcome, withoutCapture } from './results.ts'
import { type Connection, send } from './send.ts'
import { WireOrder, WireRefund, WireVerification } from './wire.ts'

/** `webhook_id` is the wallet's id of our webhook; `deadline_ms` applies per request (30 s by default). */
export type PaypalConfig = {
  endpoint: string
  /** The origin where buyers approve; our page's CSP must allow forms to redirect there. */
  approve_origin: string
  client_id: string
  secret: string
  webhook_id: string
  deadline_ms?: number
  fetch?: typeof fetch
  clock?: Clock
}

async function open(connection: Connection, request: WalletRequest): Promise<OpenResult> {
  const call = { method: 'POST' as const, path: '/v2/checkout/orders', request_id: `open-${request.attempt}` }
  const response = await send(connection, { ...call, body: orderBody(request) }, WireOrder)
  if (response.kind !== 'answer') return { outcome: 'failed', reason: response.reason }
  const approveLink = response.body.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  if (!approveLink)
    return { outcome: 'failed', reason: { code: 'unreadable', text: 'The response contains no approval link.' } }
  return { outcome: 'opened', wallet_order_id: response.body.id, approve_url: approveLink.href }
}

/** The codes for a refused means of payment. */
const declineCodes = new Set(['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'COMPLIANCE_VIOLATION'])

async function capture(connection: Connection, request: WalletCapture): Promise<ChargeResult> {
  const { attempt, wallet_order_id, amount_cents } = request
  const path = `/v2/checkout/orders/${encodeURIComponent(wallet_order_id)}/capture`
  const response = await send(connection, { method: 'POST', path, body: captureBody, request_id: attempt }, WireOrder)
  if (response.kind === 'lost') return withoutCapture('unknown', response.reason)
  if (response.kind === 'unsent') return withoutCapture('error', response.reason)
  if (response.kind === 'refused') {
    if (response.reason.code === 'ORDER_ALREADY_CAPTURED') return findEarlierCapture(connection, request)
    return withoutCapture(declineCodes.has(response.reason.code) ? 'declined' : 'error', response.reason)
  }
  const [walletCapture] = capturesOf(response.body)
  if (walletCapture?.amount === amount_cents) return captureResult(walletCapture)
  return withoutCapture('unknown', { code: 'unreadable', text: 'The response contains no capture of this amount.' })
}

/** Finds the earlier capture of the same order, by an attempt whose response was lost. */
async function findEarlierCapture(connection: Connection, { attempt, ...hint }: WalletCapture): Promise<ChargeResult> {
  const first = await findAttempt(connection, attempt, hint)
  if (first.answer === 'found') return first.transaction
  return withoutCapture('unknown', { code: 'ORDER_ALREADY_CAPTURED', text: 'The earlier capture was not found.' })
}

async function refund(connection: Connection, request: RefundRequest): Promise<ReversalResult> {
  const path = `/v2/payments/captures/${encodeURIComponent(request.transaction_id)}/refund`
  const call = { method: 'POST' as const, path, body: refundBody(request), request_id: request.attempt }
  const response = await send(connection, call, WireRefund)
  const failure = { transaction_id: null, offer_void: false }
  if (response.kind === 'lost') return { ...failure, outcome: 'unknown', reason: response.reason }
  if (response.kind !== 'answer') return { ...failure, outcome: 'error', reason: response.reason }
  const { id, status } = response.body
  return {
    ...failure,
    outcome: refundOutcome(response.body),
    transaction_id: id,
    reason: { code: status, text: status },
  }
}

async function verify(connection: Connection, raw: string, transmission: Transmission): Promise<boolean | null> {
  const { auth_algo, cert_url, id, sig, time } = transmission
  const { webhook_id } = connection
  const headers = { transmission_id: id, transmission_sig: sig, transmission_time: time }
  const fields = JSON.stringify({ auth_algo, cert_url, ...headers, webhook_id })
  // The event must be sent back unchanged: its signature would not match if it were reserialized.
  const call = { method: 'POST' as const, path: '/v1/notifications/verify-webhook-signature' }
  const body = `${fields.slice(0, -1)},"webhook_event":${raw}}`
  const response = await send(connection, { ...call, body }, WireVerification)
  if (response.kind === 'refused') return false
  return response.kind === 'answer' ? response.body.verification_status === 'SUCCESS' : null
}

const refuseVoid = async (): Promise<ReversalResult> => ({
  outcome: 'error',
  transaction_id: null,
  reason: { code: 'CANNOT_BE_VOIDED', text: 'Wallet captures can only be refunded.' },
  offer_void: false,
})

/** PayPal (Orders v2). The simulator uses the same wire format at another endpoint. */
export function openPaypal(config: PaypalConfig): Wallet {
  const {
    approve_origin,
    deadline_ms = 30_000,
    fetch: fetchFn = outboundFetch('payment'),
    clock = systemClock,
    ...keys
  } = config
  const connection: Connection = { ...keys, deadline_ms, fetch: fetchFn, clock, token: null }
  return {
    name: 'paypal',
    approve_origin,
    open: (request) => open(connection, request),
    capture: (request) => capture(connection, request),
    details: (transaction_id): Promise<LookupResult> => findTransaction(connection, transaction_id),
    findByAttempt: (attempt, _since, hint = {}) => findAttempt(connection, attempt, hint),
    listSince: (since) => listSince(connection, since),
    void: refuseVoid,
    refund: (request) => refund(connection, request),
    dispute: (dispute_id) => findDispute(connection, dispute_id),
    verify: (raw, transmission) => verify(connection, raw, transmission),
  }
}
