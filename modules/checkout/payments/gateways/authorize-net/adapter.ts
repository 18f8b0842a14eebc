import type {
  ChargeRequest,
  ChargeResult,
  Decision,
  Gateway,
  LookupResult,
  Reason,
  RefundRequest,
  ReversalResult,
} from '#modules/checkout/payments/gateways/gateway.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { outboundFetch } from '#platform/outbound.ts'
import { findAttempt, findDetails } from './find.ts'
import { listSince } from './list-since.ts'
import { type Connection, post } from './post.ts'
import { chargeBody, decisionBody, refundBody, voidBody } from './requests.ts'
import { asChargeResult, chargeResult, withoutTransaction } from './results.ts'
import { verifyWebhook } from './webhook.ts'
import { CreateTransactionResponse } from './wire.ts'

/** The gateway's URLs. In production, Accept.js must be loaded from the gateway's own host (PCI DSS SAQ A). */
export const gatewayUrls = {
  production: {
    endpoint: 'https://api.authorize.net/xml/v1/request.api',
    library_url: 'https://js.authorize.net/v1/Accept.js',
  },
  sandbox: {
    endpoint: 'https://apitest.authorize.net/xml/v1/request.api',
    library_url: 'https://jstest.authorize.net/v1/Accept.js',
  },
} as const

/** `deadline_ms` applies per request (30 s by default); `fetch` can be replaced in tests. */
export type AuthorizeNetConfig = {
  endpoint: string
  library_url: string
  api_login_id: string
  transaction_key: string
  client_key: string
  /** The key that signs notifications; without it all are rejected. */
  signature_key?: string | undefined
  deadline_ms?: number
  fetch?: typeof fetch
  clock?: Clock
}

const duplicateCode = '11'
const notSettledCode = '50'
const noCreditCode = '54'
const usedTokenCode = 'E00114'
const alreadyVoidedCode = '310'

/**
 * Finds the first transaction of a resent attempt: by the id in the refusal if it belongs to this attempt, otherwise by
 * the attempt's number.
 */
async function findFirstTransaction(
  connection: Connection,
  attempt: string,
  hint: string | null,
): Promise<LookupResult> {
  const hinted: LookupResult = hint ? await findDetails(connection, hint) : { answer: 'none' }
  if (hinted.answer === 'found' && hinted.transaction.attempt === attempt) return hinted
  return findAttempt(connection, attempt)
}

async function charge(connection: Connection, request: ChargeRequest): Promise<ChargeResult> {
  const response = await post(connection, chargeBody(request), CreateTransactionResponse)
  if (response.kind === 'lost') return withoutTransaction('unknown', response.reason)
  // A resend that was never sent reveals nothing about the first attempt.
  if (response.kind === 'unsent') return withoutTransaction(request.resend ? 'unknown' : 'error', response.reason)
  const result = chargeResult(response.body)
  const { code } = result.reason
  if (code !== duplicateCode && code !== usedTokenCode) return result
  const first = await findFirstTransaction(
    connection,
    request.attempt,
    code === duplicateCode ? result.transaction_id : null,
  )
  if (first.answer === 'found') return asChargeResult(first.transaction)
  // The duplicated transaction is not visible yet, or the first attempt may still be using the token.
  const isUndecided = code === duplicateCode || request.resend || first.answer === 'unknown'
  return withoutTransaction(isUndecided ? 'unknown' : 'error', result.reason)
}

const reversalResult = (outcome: ReversalResult['outcome'], transaction_id: string | null, reason: Reason) => ({
  outcome,
  transaction_id,
  reason,
  offer_void: false,
})

async function voidTransaction(connection: Connection, transaction_id: string): Promise<ReversalResult> {
  const response = await post(connection, voidBody(transaction_id), CreateTransactionResponse)
  if (response.kind === 'unsent') return reversalResult('error', null, response.reason)
  if (response.kind === 'lost') return reversalResult('unknown', null, response.reason)
  const result = chargeResult(response.body)
  if (result.reason.code === alreadyVoidedCode) return reversalResult('approved', transaction_id, result.reason)
  return reversalResult(result.outcome, result.transaction_id, result.reason)
}

async function decideHeld(connection: Connection, id: string, decision: Decision): Promise<ReversalResult> {
  const response = await post(connection, decisionBody(id, decision), CreateTransactionResponse)
  if (response.kind === 'unsent') return reversalResult('error', null, response.reason)
  if (response.kind === 'lost') return reversalResult('unknown', null, response.reason)
  const { outcome, transaction_id, reason } = chargeResult(response.body)
  return reversalResult(outcome, transaction_id, reason)
}

/** Returns the result of the refund that the gateway already has under this attempt, as with a charge. */
async function findFirstRefund(connection: Connection, attempt: string, result: ChargeResult): Promise<ReversalResult> {
  const first = await findFirstTransaction(connection, attempt, result.transaction_id)
  if (first.answer !== 'found') return reversalResult('unknown', null, result.reason)
  const { transaction_id, outcome, reason } = first.transaction
  return reversalResult(outcome, transaction_id, reason)
}

/**
 * Whether a capture is too recent to be refunded. Code 54 has several meanings, so the transaction itself is checked.
 */
async function canStillVoid(connection: Connection, transaction_id: string) {
  const details = await findDetails(connection, transaction_id)
  return details.answer === 'found' && details.transaction.state === 'captured'
}

async function refund(connection: Connection, request: RefundRequest): Promise<ReversalResult> {
  const response = await post(connection, refundBody(request), CreateTransactionResponse)
  if (response.kind === 'lost') return reversalResult('unknown', null, response.reason)
  if (response.kind === 'unsent') return reversalResult('error', null, response.reason)
  const result = chargeResult(response.body)
  const { code } = result.reason
  if (code === duplicateCode) return findFirstRefund(connection, request.attempt, result)
  const refusal = reversalResult(result.outcome, result.transaction_id, result.reason)
  if (code !== notSettledCode && code !== noCreditCode) return refusal
  return { ...refusal, offer_void: await canStillVoid(connection, request.transaction_id) }
}

/** The Authorize.Net gateway. The simulator uses the same wire format at another endpoint. */
export function openAuthorizeNet(config: AuthorizeNetConfig): Gateway {
  const { endpoint, api_login_id, transaction_key, client_key, library_url } = config
  const connection: Connection = {
    endpoint,
    api_login_id,
    transaction_key,
    fetch: config.fetch ?? outboundFetch('payment'),
    deadline_ms: config.deadline_ms ?? 30_000,
    clock: config.clock ?? systemClock,
  }
  return {
    name: 'authorize-net',
    charge: (request) => charge(connection, request),
    findByAttempt: (attempt, since) => findAttempt(connection, attempt, since),
    details: (transaction_id) => findDetails(connection, transaction_id),
    listSince: (since) => listSince(connection, since),
    void: (transaction_id) => voidTransaction(connection, transaction_id),
    refund: (request) => refund(connection, request),
    decideHeld: (transaction_id, decision) => decideHeld(connection, transaction_id, decision),
    isSigned: (body, signature) => verifyWebhook(body, signature, config.signature_key ?? '') !== null,
    publicConfig: () => ({ api_login_id, client_key, library_url, connect_origin: new URL(endpoint).origin }),
  }
}
