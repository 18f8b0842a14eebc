import type {
  ChargeResult,
  Outcome,
  Reason,
  TransactionDetails,
  TransactionState,
} from '#modules/checkout/payments/gateways/gateway.ts'
import { toCents } from '#platform/money.ts'
import type { CreateTransactionResponse, WireDetails } from './wire.ts'

const outcomesByCode: Record<string, Outcome> = { 1: 'approved', 2: 'declined', 3: 'error', 4: 'held' }

/** E00001 ('please try again') leaves open whether the gateway has processed the request. */
const undecidedCodes = new Set(['E00001'])

const lastFour = (masked: string | null | undefined) => masked?.match(/\d{4}$/)?.[0] ?? null
/** The gateway sends '0' if there is no transaction. */
const idOrNull = (id: string | null | undefined) => (id && id !== '0' ? id : null)

/** The most informative code and text: the transaction's error, then its message, then the call's. */
function readReason({ transactionResponse, messages }: CreateTransactionResponse): Reason {
  const error = transactionResponse?.errors[0]
  if (error) return { code: error.errorCode, text: error.errorText ?? '' }
  const message = transactionResponse?.messages[0]
  if (message) return { code: message.code, text: message.description ?? '' }
  const [callMessage] = messages.message
  return { code: callMessage?.code ?? '', text: callMessage?.text ?? '' }
}

/** Uses the transaction's own code, because a declined card may come in a response with 'Ok'. */
function readOutcome(response: CreateTransactionResponse): Outcome {
  const transaction = response.transactionResponse
  if (!transaction?.responseCode) {
    if (undecidedCodes.has(readReason(response).code)) return 'unknown'
    return response.messages.resultCode === 'Error' ? 'error' : 'unknown'
  }
  const outcome = outcomesByCode[transaction.responseCode] ?? 'unknown'
  if (outcome !== 'approved' || idOrNull(transaction.transId)) return outcome
  // An account in test mode approves everything as transaction 0 without charging.
  return transaction.testRequest === '1' || transaction.transId === '0' ? 'error' : 'unknown'
}

export function chargeResult(response: CreateTransactionResponse): ChargeResult {
  const transaction = response.transactionResponse
  return {
    outcome: readOutcome(response),
    transaction_id: idOrNull(transaction?.transId),
    auth_code: transaction?.authCode || null,
    last_4: lastFour(transaction?.accountNumber),
    brand: transaction?.accountType || null,
    reason: readReason(response),
    avs: transaction?.avsResultCode || null,
    cvv: transaction?.cvvResultCode || null,
  }
}

/** The result of a charge that has no transaction at the gateway. */
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

/** Converts the details of a transaction to a charge result. */
export function asChargeResult(details: TransactionDetails): ChargeResult {
  const { outcome, transaction_id, auth_code, last_4, brand, reason, avs, cvv } = details
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

/** Maps the gateway's own status. */
export const mapState = (status: string): TransactionState => statesByStatus[status] ?? 'other'

export function transactionDetails(wire: WireDetails): TransactionDetails {
  const state = mapState(wire.transactionStatus)
  return {
    transaction_id: wire.transId,
    original_transaction_id: idOrNull(wire.refTransId),
    attempt: wire.order?.invoiceNumber ?? null,
    kind: wire.transactionType === 'refundTransaction' ? 'refund' : 'charge',
    state,
    status: wire.transactionStatus,
    outcome: outcomesByState[state],
    // The settled amount of a voided transaction is 0; the authorized amount is the requested one.
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
