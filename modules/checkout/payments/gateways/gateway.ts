import { port } from '#platform/ctx.ts'

/** What came of asking the gateway for money. 'unknown' means that money may or may not have moved: ask, never repeat. */
export type Outcome = 'approved' | 'declined' | 'held' | 'error' | 'unknown'

/** A card that the browser has already exchanged for a one-time token; its number never reaches this server. */
export type OpaqueCard = { kind: 'opaque'; descriptor: string; value: string }
/** A card kept by the gateway under the customer's profile there. */
export type SavedCard = { kind: 'saved'; customer_profile_id: string; payment_profile_id: string }
export type Card = OpaqueCard | SavedCard

/** Name and address as the cardholder gave them; the gateway compares street and postal code (AVS). */
export type GatewayAddress = {
  first_name?: string
  last_name?: string
  address?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

/** One line of what is bought; `unit_cents` is the price of one. */
export type OrderLine = { id: string; name: string; quantity: number; unit_cents: number }

/** What is bought, in the words that the cardholder and the gateway's own reports will show. */
type OrderFacts = {
  description: string
  lines?: OrderLine[]
  shipping_cents?: number
  tax_cents?: number
  bill_to?: GatewayAddress
}

/** The buyer as the gateway knows them: an id of ours of at most 20 characters, and an email. */
type CustomerRef = { id?: string; email?: string }

/**
 * A request for money. `attempt` is unique per intent to charge and at most 20 characters. A resend repeats every field
 * (the gateway compares all of them) and says `resend`, so that a used token is not read as a refusal of the first try.
 */
export type ChargeRequest = {
  attempt: string
  resend?: boolean
  amount_cents: number
  currency: 'USD'
  card: Card
  order: OrderFacts
  customer: CustomerRef
  ip?: string
}

/** A refund of a settled capture. `attempt` names this refund (at most 20 characters) and is reused on a resend. */
export type RefundRequest = {
  transaction_id: string
  amount_cents: number
  last_4: string
  attempt: string
}

/** Why the gateway answered so, in its own code and text; for staff and the record, never shown raw to a buyer. */
export type Reason = { code: string; text: string }

/** The answer to a charge. Everything but the outcome and the reason is null where the gateway did not say it. */
export type ChargeResult = {
  outcome: Outcome
  transaction_id: string | null
  auth_code: string | null
  last_4: string | null
  brand: string | null
  reason: Reason
  avs: string | null
  cvv: string | null
}

/** The answer to a void or a refund. `offer_void` is true when the capture is not settled, so that only a void can work. */
export type ReversalResult = {
  outcome: Outcome
  transaction_id: string | null
  reason: Reason
  offer_void: boolean
}

/** The state of a transaction: 'captured' may still be voided, 'settled' may be refunded. */
export type TransactionState =
  | 'captured'
  | 'settled'
  | 'authorized'
  | 'held'
  | 'declined'
  | 'voided'
  | 'refunded'
  | 'refund_pending'
  | 'failed'
  | 'other'

/** A transaction as the gateway keeps it; `status` is its own word, `submitted_at` an ISO instant in UTC. */
export type TransactionDetails = {
  transaction_id: string
  original_transaction_id: string | null
  attempt: string | null
  kind: 'charge' | 'refund'
  state: TransactionState
  status: string
  outcome: Outcome
  amount_cents: number
  submitted_at: string | null
  auth_code: string | null
  last_4: string | null
  brand: string | null
  reason: Reason
  avs: string | null
  cvv: string | null
}

/** An answer to a question: 'found', 'none' (the gateway looked and has none), or 'unknown' (it could not be asked). */
export type Found =
  | { answer: 'found'; transaction: TransactionDetails }
  | { answer: 'none' }
  | { answer: 'unknown'; reason: Reason }

/** A transaction in a gateway's list; a voided one may hold 0 or its sum. */
export type ListedTransaction = Pick<TransactionDetails, 'transaction_id' | 'state' | 'amount_cents'>
/** A whole list, or none. What happened after `until` may not be in it yet. */
export type Listed =
  | { answer: 'listed'; transactions: ListedTransaction[]; until: Date }
  | { answer: 'unknown'; reason: Reason }

/** What staff decide about a payment that the gateway holds for review. */
export type Decision = 'approve' | 'decline'

/** Where to look for an attempt, for a provider that cannot search: a charge by its order there, a refund by its capture. */
export type Near = { wallet_order_id?: string | undefined; transaction_id?: string | undefined }

/** What the browser needs to exchange a card for a token. Public values only; the library calls `connect_origin`. */
export type GatewayPublicConfig = {
  api_login_id: string
  client_key: string
  library_url: string
  connect_origin: string
}

/**
 * The payment gateway. All sums are integer cents. No call throws for what the network or the gateway does:
 * time-out, reset, 5xx, HTML and unreadable answers are the outcome 'unknown'. A RangeError is a caller's mistake
 * (an attempt longer than 20 characters, a sum that is not a positive whole number of cents).
 */
export type Gateway = {
  name: string
  /** Charges a card once per attempt: a resend of the same attempt gives the first one's result. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  /**
   * Asks what became of an attempt (a wallet needs `near`); `since` (default: two days ago) bounds how far back settled batches are read.
   * 'none' is final only once the attempt's own deadline is long past: a late capture may still arrive.
   */
  findByAttempt(attempt: string, since?: Date, near?: Near): Promise<Found>
  /** Asks for one transaction by the gateway's id. */
  details(transaction_id: string): Promise<Found>
  /** All that has moved money since, and all that is not settled yet: for the comparison with the books. */
  listSince(since: Date): Promise<Listed>
  /** Cancels a capture that is not settled. */
  void(transaction_id: string): Promise<ReversalResult>
  /** Pays back a settled capture, whole or in part. */
  refund(request: RefundRequest): Promise<ReversalResult>
  /** Decides about a held charge: 'approve' takes the money. What was decided already is an 'error': ask `details`. */
  decideHeld(transaction_id: string, decision: Decision): Promise<ReversalResult>
  /** Whether a notification is the gateway's own: `signature` is its header, over the bytes of the body. */
  isSigned(body: Uint8Array, signature: string | undefined): boolean
  publicConfig(): GatewayPublicConfig
}

/** The gateway that the composition root opened. */
export const paymentGateway = port<Gateway>('checkout.gateway')
