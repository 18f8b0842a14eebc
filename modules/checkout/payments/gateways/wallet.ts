import { port } from '#platform/ctx.ts'
import type { ChargeResult, Found, Gateway, OrderLine, Reason } from './gateway.ts'

/** What the buyer is to approve at the wallet; the sums in cents, whose parts make up `amount_cents`. */
export type WalletRequest = {
  /** The number of the attempt that will capture it. */
  attempt: string
  amount_cents: number
  shipping_cents: number
  tax_cents: number
  discount_cents: number
  lines: OrderLine[]
  description: string
  brand_name: string
  locale: 'en-US' | 'es-ES'
  return_url: string
  cancel_url: string
}

/** `approve_url` is where the buyer goes. Opening moves no money: what was lost is simply opened again. */
export type Opened =
  | { outcome: 'opened'; wallet_order_id: string; approve_url: string }
  | { outcome: 'failed'; reason: Reason }

export type WalletCapture = { attempt: string; wallet_order_id: string; amount_cents: number }

/** The signature of a notification, as it came in the headers. */
export type Transmission = { auth_algo: string; cert_url: string; id: string; sig: string; time: string }

/**
 * What the wallet says of a dispute, its instants as ISO texts; `charged_back` once money is at stake, `outcome` once it
 * has decided.
 */
export type Dispute = {
  transaction_id: string
  amount_cents: number
  reason: string
  received_at: string
  respond_until: string | null
  charged_back: boolean
  outcome: 'won' | 'lost' | null
}
export type FoundDispute = { answer: 'found'; dispute: Dispute } | Exclude<Found, { answer: 'found' }>

/**
 * A wallet: the buyer approves an order there, and it is captured afterward, once. Like the gateway it never throws for
 * what the network or the other side does. `void` is always refused: captures are final and can be refunded
 * immediately.
 */
export type Wallet = Pick<Gateway, 'name' | 'details' | 'findByAttempt' | 'listSince' | 'void' | 'refund'> & {
  open(request: WalletRequest): Promise<Opened>
  /** Takes the money of an approved order; a resend of the same attempt gives the first one's result. */
  capture(request: WalletCapture): Promise<ChargeResult>
  /** Whether a notification came from the wallet; null where it could not be asked. */
  verify(rawBody: string, transmission: Transmission): Promise<boolean | null>
  /** Asks about a dispute by its number. */
  dispute(dispute_id: string): Promise<FoundDispute>
  /** The origin that the buyer is sent to. */
  readonly approve_origin: string
}

/** The wallet that the composition root opened; null where none is configured. */
export const walletPort = port<Wallet | null>('checkout.wallet')
