import { port } from '#platform/ctx.ts'
import type { ChargeResult, Gateway, LookupResult, OrderLine, Reason } from './gateway.ts'

/** The order for the buyer to approve at the wallet; sums in cents, and the parts add up to `amount_cents`. */
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

/**
 * `approve_url` is the buyer's next page. Opening moves no money, so a lost response is simply followed by another
 * opening.
 */
export type Opened =
  | { outcome: 'opened'; wallet_order_id: string; approve_url: string }
  | { outcome: 'failed'; reason: Reason }

export type WalletCapture = { attempt: string; wallet_order_id: string; amount_cents: number }

/** A notification's signature, from its headers. */
export type Transmission = { auth_algo: string; cert_url: string; id: string; sig: string; time: string }

/**
 * A dispute as reported by the wallet, with instants as ISO texts; `charged_back` once money is at stake, `outcome`
 * once it is decided.
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
export type DisputeLookup = { answer: 'found'; dispute: Dispute } | Exclude<LookupResult, { answer: 'found' }>

/**
 * A wallet: the buyer approves an order there, and it is captured afterward, once. Like the gateway it never throws for
 * failures of the network or the other side. `void` is always refused: captures are final and can be refunded
 * immediately.
 */
export type Wallet = Pick<Gateway, 'name' | 'details' | 'findByAttempt' | 'listSince' | 'void' | 'refund'> & {
  open(request: WalletRequest): Promise<Opened>
  /** Captures an approved order; resending the same attempt returns the first result. */
  capture(request: WalletCapture): Promise<ChargeResult>
  /** Whether a notification came from the wallet; null if it could not be reached. */
  verify(rawBody: string, transmission: Transmission): Promise<boolean | null>
  /** Looks up a dispute by its number. */
  dispute(dispute_id: string): Promise<DisputeLookup>
  /** The origin for the buyer's approval. */
  readonly approve_origin: string
}

/** The wallet that the composition root opened; null where none is configured. */
export const walletPort = port<Wallet | null>('checkout.wallet')
