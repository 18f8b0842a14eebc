import { avsByZip, type Conduct } from '#simulators/payments/behavior.ts'
import type { Nonce, SimCard } from './cards.ts'

type SimStatus =
  | 'capturedPendingSettlement'
  | 'settledSuccessfully'
  | 'FDSPendingReview'
  | 'declined'
  | 'generalError'
  | 'voided'
  | 'refundPendingSettlement'
  | 'refundSettledSuccessfully'

export type SimTransaction = {
  id: string
  type: 'authCaptureTransaction' | 'refundTransaction'
  status: SimStatus
  code: 1 | 2 | 3 | 4
  reason: { code: string; text: string }
  attempt: string
  amount_cents: number
  card: SimCard
  auth_code: string
  avs: string
  at: number
  batch_id: string | null
  original_id: string | null
  /** This transaction took (or returned) money, even if it was voided later. */
  moved: boolean
  /** All fields compared in the duplicate check. */
  print: string
}

export type SimState = {
  next_id: number
  transactions: SimTransaction[]
  batches: { id: string; at: number }[]
  nonces: Record<string, Nonce>
  /** By customer and profile: '900001/800001'. */
  saved_cards: Record<string, SimCard>
  /** Last four digits of bank accounts, by customer and profile. */
  saved_banks: Record<string, string>
  /** Customers by the merchant's id. */
  customers: Record<string, string>
  next_profile_id: number
  /** The purposes of hosted page tokens. */
  hosted: Record<string, { customer?: string; request?: unknown; settings: unknown }>
}

type LedgerEntry = { transaction_id: string; attempt: string; amount_cents: number }
/** The oracle: the gateway's own record of money. A voided capture stays listed and is also a void. */
export type Ledger = { captures: LedgerEntry[]; refunds: LedgerEntry[]; voids: LedgerEntry[] }

export const emptyState = (): SimState => ({
  next_id: 60_000_000_001,
  transactions: [],
  batches: [],
  nonces: {},
  saved_cards: {},
  saved_banks: {},
  customers: {},
  next_profile_id: 800_001,
  hosted: {},
})

export type Order = { attempt: string; amount_cents: number; card: SimCard; zip: string; print: string }

const verdicts = {
  approve: { code: 1, status: 'capturedPendingSettlement', reason: ['1', 'This transaction has been approved.'] },
  decline: { code: 2, status: 'declined', reason: ['2', 'This transaction has been declined.'] },
  error: { code: 3, status: 'generalError', reason: ['6', 'The credit card number is invalid.'] },
  held: {
    code: 4,
    status: 'FDSPendingReview',
    reason: ['252', 'Your order has been received. Thank you for your business!'],
  },
} as const

function add(state: SimState, transaction: Omit<SimTransaction, 'id' | 'batch_id'>): SimTransaction {
  const added = { ...transaction, id: String(state.next_id), batch_id: null }
  state.next_id += 1
  state.transactions.push(added)
  return added
}

export const find = (state: SimState, id: string) => state.transactions.find((transaction) => transaction.id === id)

/** The earlier equal transaction within the window. Refused ones don't count: a declined charge may be retried. */
export const findDuplicate = (state: SimState, print: string, window_ms: number, now: number) =>
  state.transactions.find(
    (transaction) =>
      transaction.print === print &&
      transaction.code !== 2 &&
      transaction.code !== 3 &&
      now - transaction.at < window_ms,
  )

export function addCharge(state: SimState, order: Order, verdict: Conduct['verdict'], now: number): SimTransaction {
  const { code, status, reason } = verdicts[verdict]
  return add(state, {
    type: 'authCaptureTransaction',
    status,
    code,
    reason: { code: reason[0], text: reason[1] },
    attempt: order.attempt,
    amount_cents: order.amount_cents,
    card: order.card,
    auth_code: code === 1 ? `A${String(state.next_id).slice(-5)}` : '',
    avs: avsByZip[order.zip] ?? (order.zip ? 'Y' : 'P'),
    at: now,
    original_id: null,
    moved: code === 1,
    print: order.print,
  })
}

export type Refusal = { code: string; text: string; original?: SimTransaction }
const notFoundError = { code: '16', text: 'The transaction cannot be found.' }
const noCreditError = {
  code: '54',
  text: 'The referenced transaction does not meet the criteria for issuing a credit.',
}
const tooMuchError = {
  code: '55',
  text: 'The sum of credits against the referenced transaction would exceed original debit amount.',
}

const refundedOf = (state: SimState, id: string) =>
  state.transactions
    .filter((transaction) => transaction.original_id === id && transaction.status !== 'voided')
    .reduce((sum, transaction) => sum + transaction.amount_cents, 0)

export type RefundOrder = { original_id: string; attempt: string; amount_cents: number; last_4: string; print: string }

export function addRefund(state: SimState, order: RefundOrder, now: number): SimTransaction | Refusal {
  const original = find(state, order.original_id)
  if (original?.type !== 'authCaptureTransaction') return notFoundError
  if (original.status !== 'settledSuccessfully' || original.card.last_4 !== order.last_4) return noCreditError
  if (refundedOf(state, original.id) + order.amount_cents > original.amount_cents) return tooMuchError
  return add(state, {
    ...original,
    type: 'refundTransaction',
    status: 'refundPendingSettlement',
    attempt: order.attempt,
    amount_cents: order.amount_cents,
    auth_code: '',
    at: now,
    original_id: original.id,
    print: order.print,
  })
}

const voidableStatuses: SimStatus[] = ['capturedPendingSettlement', 'FDSPendingReview', 'refundPendingSettlement']

export function voidOne(state: SimState, id: string): { voided: SimTransaction; again: boolean } | Refusal {
  const transaction = find(state, id)
  if (transaction?.status === 'voided') return { voided: transaction, again: true }
  if (!transaction || !voidableStatuses.includes(transaction.status)) return notFoundError
  transaction.status = 'voided'
  return { voided: transaction, again: false }
}

/** Closes the batch with everything that is not held. */
export function settleAll(state: SimState, now: number): string {
  const id = String(state.batches.length + 1_000_001)
  state.batches.push({ id, at: now })
  for (const transaction of state.transactions) {
    if (transaction.batch_id || transaction.status === 'FDSPendingReview') continue
    transaction.batch_id = id
    if (transaction.status === 'capturedPendingSettlement') transaction.status = 'settledSuccessfully'
    if (transaction.status === 'refundPendingSettlement') transaction.status = 'refundSettledSuccessfully'
  }
  return id
}

export function releaseHeld(state: SimState, id: string, action: 'approve' | 'decline') {
  const transaction = find(state, id)
  if (transaction?.status !== 'FDSPendingReview') throw new RangeError('this transaction is not held')
  transaction.status = action === 'approve' ? 'capturedPendingSettlement' : 'declined'
  transaction.code = action === 'approve' ? 1 : 2
  transaction.moved = action === 'approve'
}

const entry = ({ id, attempt, amount_cents }: SimTransaction): LedgerEntry => ({
  transaction_id: id,
  attempt,
  amount_cents,
})

export function readLedger({ transactions }: SimState): Ledger {
  const movements = transactions.filter((transaction) => transaction.moved)
  return {
    captures: movements.filter((transaction) => transaction.type === 'authCaptureTransaction').map(entry),
    refunds: movements.filter((transaction) => transaction.type === 'refundTransaction').map(entry),
    voids: transactions.filter((transaction) => transaction.status === 'voided').map(entry),
  }
}
