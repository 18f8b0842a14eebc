import { port } from '#platform/ctx.ts'
import type { ChargeResult, Gateway, LookupResult, OrderLine, Reason } from './gateway.ts'

/** The order that the buyer approves at the wallet; amounts in cents, whose parts add up to `amount_cents`. */
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
 * `approve_url` is the buyer's next page. Opening an order moves no money, so it can be repeated if the response is
 * lost.
 */
export type OpenResult =
  | { outcome: 'opened'; wallet_order_id: string; approve_url: string }
  | { outcome: 'failed'; reason: Reason }

export type WalletCapture = { attempt: string; wallet_order_id: string; amount_cents: number }

/** The signature headers of a notification. */
export type Transmission = { auth_algo: string; cert_url: string; id: string; sig: string; time: string }

/**
 * A dispute as reported by the wallet, with ISO instants. `charged_back` is true once money is at stake; `outcome` is
 * set once the dispute is decided.
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
 * A wallet: the buyer approves an order there, which is then captured once. Like the gateway, it never throws for
 * failures of the network or the wallet. `void` is always refused: captures are final and can be refunded immediately.
 */
export type Wallet = Pick<Gateway, 'name' | 'details' | 'findByAttempt' | 'listSince' | 'void' | 'refund'> & {
  open(request: WalletRequest): Promise<OpenResult>
  /** Captures an approved order, once per attempt: resending an attempt returns the first result. */
  capture(request: WalletCapture): Promise<ChargeResult>
  /** Whether a notification came from the wallet; null if it could not be reached. */
  verify(rawBody: string, transmission: Transmission): Promise<boolean | null>
  /** Looks up a dispute by its number. */
  dispute(dispute_id: string): Promise<DisputeLookup>
  /** The origin of the page where the buyer approves. */
  readonly approve_origin: string
}

/** The wallet, which the composition root opens; null if none is configured. */
export const walletPort = port<Wallet | null>('checkout.wallet')
