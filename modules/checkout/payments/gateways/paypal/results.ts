import type {
  ChargeResult,
  LookupResult,
  Outcome,
  Reason,
  TransactionDetails,
  TransactionState,
} from '#modules/checkout/payments/gateways/gateway.ts'
import type { WireCapture, WireOrder, WireRefund } from './wire.ts'

const captureOutcomes: Record<string, Outcome> = {
  COMPLETED: 'approved',
  PARTIALLY_REFUNDED: 'approved',
  REFUNDED: 'approved',
  PENDING: 'held',
  DECLINED: 'declined',
  FAILED: 'declined',
}
const refundOutcomes: Record<string, Outcome> = {
  COMPLETED: 'approved',
  PENDING: 'held',
  CANCELLED: 'declined',
  FAILED: 'declined',
}
const captureStates: Record<string, TransactionState> = {
  COMPLETED: 'settled',
  PARTIALLY_REFUNDED: 'settled',
  REFUNDED: 'settled',
  PENDING: 'held',
  DECLINED: 'declined',
  FAILED: 'failed',
}
const refundStates: Record<string, TransactionState> = {
  COMPLETED: 'refunded',
  PENDING: 'refund_pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

const readReason = ({ status, status_details }: WireCapture | WireRefund): Reason => ({
  code: status_details?.reason ?? status,
  text: status,
})

/** The fields of card payments, which a wallet does not have. */
const noCardFields = { auth_code: null, last_4: null, avs: null, cvv: null }

/** The result of a charge that has no capture. */
export const withoutCapture = (outcome: Outcome, reason: Reason): ChargeResult => ({
  ...noCardFields,
  outcome,
  transaction_id: null,
  brand: null,
  reason,
})

export const captureResult = (capture: WireCapture): ChargeResult => ({
  ...noCardFields,
  outcome: captureOutcomes[capture.status] ?? 'unknown',
  transaction_id: capture.id,
  brand: 'PayPal',
  reason: readReason(capture),
})

export const capturesOf = ({ purchase_units }: WireOrder): WireCapture[] =>
  purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
export const refundsOf = ({ purchase_units }: WireOrder): WireRefund[] =>
  purchase_units.flatMap(({ payments }) => payments?.refunds ?? [])

export const captureDetails = (capture: WireCapture): TransactionDetails => ({
  ...captureResult(capture),
  original_transaction_id: null,
  transaction_id: capture.id,
  attempt: capture.invoice_id ?? null,
  kind: 'charge',
  state: captureStates[capture.status] ?? 'other',
  status: capture.status,
  amount_cents: capture.amount,
  submitted_at: capture.create_time ?? null,
})

/** A refund refers to its capture only in its link 'up'. */
const captureIdOf = ({ links }: WireRefund) => links.find(({ rel }) => rel === 'up')?.href.match(/\/([\w-]+)$/)?.[1]

export const refundOutcome = ({ status }: WireRefund): Outcome => refundOutcomes[status] ?? 'unknown'

export const refundDetails = (refund: WireRefund): TransactionDetails => ({
  ...noCardFields,
  transaction_id: refund.id,
  original_transaction_id: captureIdOf(refund) ?? null,
  attempt: refund.invoice_id ?? null,
  kind: 'refund',
  state: refundStates[refund.status] ?? 'other',
  status: refund.status,
  outcome: refundOutcome(refund),
  amount_cents: refund.amount ?? 0,
  submitted_at: refund.create_time ?? null,
  brand: 'PayPal',
  reason: readReason(refund),
})

export const foundResult = (transaction: TransactionDetails): LookupResult => ({ answer: 'found', transaction })
