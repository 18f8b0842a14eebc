import type { Conduct } from '#simulators/payments/behavior.ts'

export type SimCapture = {
  id: string
  order_id: string
  status: 'COMPLETED' | 'DECLINED' | 'PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  amount_cents: number
  invoice_id: string
  at: number
  /** This capture took money. */
  moved: boolean
}
export type SimRefund = { id: string; capture_id: string; amount_cents: number; invoice_id: string; at: number }
/** Money that the wallet took back by itself: only in its reports. */
export type SimReturn = { id: string; capture_id: string; code: 'T1106' | 'T1201'; amount_cents: number; at: number }
/** The current state of a dispute at the wallet. */
export type SimDispute = {
  id: string
  capture_id: string
  amount_cents: number
  stage: 'INQUIRY' | 'CHARGEBACK'
  status: 'OPEN' | 'RESOLVED'
  outcome_code: string | null
  at: number
}
export type SimOrder = {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  amount_cents: number
  invoice_id: string
  description: string
  return_url: string
  cancel_url: string
  captures: SimCapture[]
  refunds: SimRefund[]
}
export type SimState = {
  next_id: number
  orders: SimOrder[]
  returns: SimReturn[]
  disputes: SimDispute[]
  /** Responses by PayPal-Request-Id: a resend gets the first one's. */
  answers: Record<string, { status: number; body: unknown }>
}

export type LedgerEntry = { transaction_id: string; attempt: string; amount_cents: number }
/** The oracle: the wallet's own record of money. */
export type WalletLedger = { captures: LedgerEntry[]; refunds: LedgerEntry[] }

export const emptyState = (): SimState => ({ next_id: 1, orders: [], returns: [], disputes: [], answers: {} })

/** Ids in the wallet's form: seventeen upper-case letters and digits. */
export function newId(state: SimState): string {
  const id = `${String(state.next_id).padStart(9, '0')}SIMPAYPL`
  state.next_id += 1
  return id
}

export const findOrder = ({ orders }: SimState, id: string) => orders.find((order) => order.id === id)
export const findCapture = ({ orders }: SimState, id: string) =>
  orders.flatMap(({ captures }) => captures).find((capture) => capture.id === id)

const captured = { approve: 'COMPLETED', held: 'PENDING', decline: 'DECLINED', error: 'DECLINED' } as const

export function addCapture(state: SimState, order: SimOrder, verdict: Conduct['verdict'], index: number): SimCapture {
  const { id: order_id, amount_cents, invoice_id } = order
  const status = captured[verdict]
  const hasMoved = status === 'COMPLETED'
  const capture = { id: newId(state), order_id, status, amount_cents, invoice_id, at: index, moved: hasMoved }
  order.captures.push(capture)
  order.status = 'COMPLETED'
  return capture
}

/** Null if the capture has less than that left. */
export function addRefund(
  state: SimState,
  capture: SimCapture,
  amount_cents: number,
  invoice_id: string,
  index: number,
) {
  const { refunds } = findOrder(state, capture.order_id)!
  const before = refunds
    .filter((refund) => refund.capture_id === capture.id)
    .reduce((sum, refund) => sum + refund.amount_cents, 0)
  if (before + amount_cents > capture.amount_cents) return null
  const refund = { id: newId(state), capture_id: capture.id, amount_cents, invoice_id, at: index }
  refunds.push(refund)
  capture.status = before + amount_cents === capture.amount_cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return refund
}

const entry = ({ id, invoice_id, amount_cents }: SimCapture | SimRefund): LedgerEntry => ({
  transaction_id: id,
  attempt: invoice_id,
  amount_cents,
})

export const readLedger = ({ orders }: SimState): WalletLedger => ({
  captures: orders.flatMap(({ captures }) => captures.filter(({ moved }) => moved).map(entry)),
  refunds: orders.flatMap(({ refunds }) => refunds.map(entry)),
})
