import type {
  ChargeResult,
  Outcome,
  Reason,
  TransactionDetails,
  TransactionState,
} from '#modules/checkout/payments/gateways/gateway.ts'
import { toCents } from '#platform/money.ts'
import type { TransactionAnswer, WireDetails } from './wire.ts'

const outcomesByCode: Record<string, Outcome> = { 1: 'approved', 2: 'declined', 3: 'error', 4: 'held' }

/** 'Please try again' without a transaction: the gateway may or may not have processed the request. */
const undecidedCodes = new Set(['E00001'])

const lastFour = (masked: string | null | undefined) => masked?.match(/\d{4}$/)?.[0] ?? null
/** The gateway sends '0' if there is no transaction. */
const realId = (id: string | null | undefined) => (id && id !== '0' ? id : null)

/** The most informative code and text: the transaction's error, then its message, then the call's. */
function reasonOf({ transactionResponse, messages }: TransactionAnswer): Reason {
  const error = transactionResponse?.errors[0]
  if (error) return { code: error.errorCode, text: error.errorText ?? '' }
  const message = transactionResponse?.messages[0]
  if (message) return { code: message.code, text: message.description ?? '' }
  const [outer] = messages.message
  return { code: outer?.code ?? '', text: outer?.text ?? '' }
}

/** The transaction's own code decides: a declined card may come inside an outer 'Ok'. */
function outcomeOf(answer: TransactionAnswer): Outcome {
  const inner = answer.transactionResponse
  if (!inner?.responseCode) {
    if (undecidedCodes.has(reasonOf(answer).code)) return 'unknown'
    return answer.messages.resultCode === 'Error' ? 'error' : 'unknown'
  }
  const outcome = outcomesByCode[inner.responseCode] ?? 'unknown'
  if (outcome !== 'approved' || realId(inner.transId)) return outcome
  // An account in test mode approves everything as transaction 0 and takes no money.
  return inner.testRequest === '1' || inner.transId === '0' ? 'error' : 'unknown'
}

export function chargeResult(answer: TransactionAnswer): ChargeResult {
  const inner = answer.transactionResponse
  return {
    outcome: outcomeOf(answer),
    transaction_id: realId(inner?.transId),
    auth_code: inner?.authCode || null,
    last_4: lastFour(inner?.accountNumber),
    brand: inner?.accountType || null,
    reason: reasonOf(answer),
    avs: inner?.avsResultCode || null,
    cvv: inner?.cvvResultCode || null,
  }
}

export const withoutTransaction = (outcome: Outcome, reason: Reason): ChargeResult => ({
  outcome,
  transaction_id: null,
  auth_code: null,
  last_4: null,
  brand: null,
  reason,
  avs: null,
  cvv: null,
})

/** The charge result of a transaction that the gateway has. */
export function asChargeResult(transactionDetails: TransactionDetails): ChargeResult {
  const { outcome, transaction_id, auth_code, last_4, brand, reason, avs, cvv } = transactionDetails
  return { outcome, transaction_id, auth_code, last_4, brand, reason, avs, cvv }
}

const statesByStatus: Record<string, TransactionState> = {
  capturedPendingSettlement: 'captured',
  approvedReview: 'captured',
  settledSuccessfully: 'settled',
  authorizedPendingCapture: 'authorized',
  FDSPendingReview: 'held',
  FDSAuthorizedPendingReview: 'held',
  underReview: 'held',
  declined: 'declined',
  failedReview: 'declined',
  expired: 'declined',
  voided: 'voided',
  refundPendingSettlement: 'refund_pending',
  refundSettledSuccessfully: 'refunded',
  communicationError: 'failed',
  generalError: 'failed',
  settlementError: 'failed',
}

const outcomesByState: Record<TransactionState, Outcome> = {
  captured: 'approved',
  settled: 'approved',
  refund_pending: 'approved',
  refunded: 'approved',
  authorized: 'held',
  held: 'held',
  declined: 'declined',
  voided: 'error',
  failed: 'error',
  other: 'unknown',
}

/** Maps the gateway's own state. */
export const stateOf = (status: string): TransactionState => statesByStatus[status] ?? 'other'

export function detailsOf(wire: WireDetails): TransactionDetails {
  const state = stateOf(wire.transactionStatus)
  return {
    transaction_id: wire.transId,
    original_transaction_id: realId(wire.refTransId),
    attempt: wire.order?.invoiceNumber ?? null,
    kind: wire.transactionType === 'refundTransaction' ? 'refund' : 'charge',
    state,
    status: wire.transactionStatus,
    outcome: outcomesByState[state],
    // A voided transaction settles at 0; the authorized sum is what was requested.
    amount_cents: toCents(wire.authAmount ?? wire.settleAmount ?? 0),
    submitted_at: wire.submitTimeUTC,
    auth_code: wire.authCode || null,
    last_4: lastFour(wire.payment?.creditCard?.cardNumber),
    brand: wire.payment?.creditCard?.cardType ?? null,
    reason: { code: wire.responseReasonCode ?? '', text: wire.responseReasonDescription ?? '' },
    avs: wire.AVSResponse || null,
    cvv: wire.cardCodeResponse || null,
  }
}
