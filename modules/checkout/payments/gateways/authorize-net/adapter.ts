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
import { TransactionAnswer } from './wire.ts'

/** The gateway's addresses. Accept.js must come from the gateway's own host in production (PCI DSS SAQ A). */
export const fieldPlaces = {
  production: {
    endpoint: 'https://api.authorize.net/xml/v1/request.api',
    library_url: 'https://js.authorize.net/v1/Accept.js',
  },
  sandbox: {
    endpoint: 'https://apitest.authorize.net/xml/v1/request.api',
    library_url: 'https://jstest.authorize.net/v1/Accept.js',
  },
} as const

/** `deadline_ms` is per request (30 s by default); `fetch` may be replaced. */
export type AuthorizeNetConfig = {
  endpoint: string
  library_url: string
  api_login_id: string
  transaction_key: string
  client_key: string
  /** For notifications; without one all are rejected. */
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

/** The first transaction of a resent attempt: by the id in the refusal if that is this attempt's, else by number. */
async function findFirst(connection: Connection, attempt: string, hint: string | null): Promise<LookupResult> {
  const hinted: LookupResult = hint ? await findDetails(connection, hint) : { answer: 'none' }
  if (hinted.answer === 'found' && hinted.transaction.attempt === attempt) return hinted
  return findAttempt(connection, attempt)
}

async function charge(connection: Connection, request: ChargeRequest): Promise<ChargeResult> {
  const posted = await post(connection, chargeBody(request), TransactionAnswer)
  if (posted.kind === 'lost') return withoutTransaction('unknown', posted.reason)
  // A failed resend says nothing about the first attempt.
  if (posted.kind === 'unsent') return withoutTransaction(request.resend ? 'unknown' : 'error', posted.reason)
  const result = chargeResult(posted.body)
  const { code } = result.reason
  if (code !== duplicateCode && code !== usedTokenCode) return result
  const first = await findFirst(connection, request.attempt, code === duplicateCode ? result.transaction_id : null)
  if (first.answer === 'found') return asChargeResult(first.transaction)
  // A duplicate of an invisible transaction, or a token that the first attempt may still be using.
  const undecided = code === duplicateCode || request.resend || first.answer === 'unknown'
  return withoutTransaction(undecided ? 'unknown' : 'error', result.reason)
}

const reversal = (outcome: ReversalResult['outcome'], transaction_id: string | null, reason: Reason) => ({
  outcome,
  transaction_id,
  reason,
  offer_void: false,
})

async function voidTransaction(connection: Connection, transaction_id: string): Promise<ReversalResult> {
  const posted = await post(connection, voidBody(transaction_id), TransactionAnswer)
  if (posted.kind === 'unsent') return reversal('error', null, posted.reason)
  if (posted.kind === 'lost') return reversal('unknown', null, posted.reason)
  const result = chargeResult(posted.body)
  if (result.reason.code === alreadyVoidedCode) return reversal('approved', transaction_id, result.reason)
  return reversal(result.outcome, result.transaction_id, result.reason)
}

async function decideHeld(connection: Connection, id: string, decision: Decision): Promise<ReversalResult> {
  const posted = await post(connection, decisionBody(id, decision), TransactionAnswer)
  if (posted.kind === 'unsent') return reversal('error', null, posted.reason)
  if (posted.kind === 'lost') return reversal('unknown', null, posted.reason)
  const { outcome, transaction_id, reason } = chargeResult(posted.body)
  return reversal(outcome, transaction_id, reason)
}

/** If the gateway already has a refund under this attempt, that is the result, as with a charge. */
async function firstRefund(connection: Connection, attempt: string, result: ChargeResult): Promise<ReversalResult> {
  const first = await findFirst(connection, attempt, result.transaction_id)
  if (first.answer !== 'found') return reversal('unknown', null, result.reason)
  const { transaction_id, outcome, reason } = first.transaction
  return reversal(outcome, transaction_id, reason)
}

/** 54 has several meanings; only the transaction itself shows whether it is just too recent to be refunded. */
async function canStillVoid(connection: Connection, transaction_id: string) {
  const details = await findDetails(connection, transaction_id)
  return details.answer === 'found' && details.transaction.state === 'captured'
}

async function refund(connection: Connection, request: RefundRequest): Promise<ReversalResult> {
  const posted = await post(connection, refundBody(request), TransactionAnswer)
  if (posted.kind === 'lost') return reversal('unknown', null, posted.reason)
  if (posted.kind === 'unsent') return reversal('error', null, posted.reason)
  const result = chargeResult(posted.body)
  const { code } = result.reason
  if (code === duplicateCode) return firstRefund(connection, request.attempt, result)
  const refused = reversal(result.outcome, result.transaction_id, result.reason)
  if (code !== notSettledCode && code !== noCreditCode) return refused
  return { ...refused, offer_void: await canStillVoid(connection, request.transaction_id) }
}

/** The Authorize.Net gateway behind the port; the simulator speaks the same wire format at another endpoint. */
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
