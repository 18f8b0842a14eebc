import { port } from '#platform/ctx.ts'

/**
 * The result of a money request. 'unknown' means that money may or may not have moved: look the result up, never repeat
 * the request.
 */
export type Outcome = 'approved' | 'declined' | 'held' | 'error' | 'unknown'

/** A card that the browser has exchanged for a one-time token; its number never reaches this server. */
export type OpaqueCard = { kind: 'opaque'; descriptor: string; value: string }
/** A card saved by the gateway in the customer's profile. */
export type SavedCard = { kind: 'saved'; customer_profile_id: string; payment_profile_id: string }
export type Card = OpaqueCard | SavedCard

/** Name and address as the cardholder entered them; the gateway compares street and postal code (AVS). */
export type GatewayAddress = {
  first_name?: string
  last_name?: string
  address?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

/** One line of an order; `unit_cents` is the price of one. */
export type OrderLine = { id: string; name: string; quantity: number; unit_cents: number }

/** The order as shown to the cardholder and in the gateway's reports. */
type OrderFacts = {
  description: string
  lines?: OrderLine[]
  shipping_cents?: number
  tax_cents?: number
  bill_to?: GatewayAddress
}

/** The buyer for the gateway: an id of ours of at most 20 characters, and an email. */
type CustomerRef = { id?: string; email?: string }

/**
 * A charge request. `attempt` is unique per intended charge and at most 20 characters. A resend repeats every field
 * (the gateway compares all of them) and sets `resend`, so that a used token is not read as a refusal of the first
 * attempt.
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

/**
 * A refund of a settled capture. `attempt` identifies this refund (at most 20 characters) and is reused on a resend.
 */
export type RefundRequest = {
  transaction_id: string
  amount_cents: number
  last_4: string
  attempt: string
}

/** The gateway's code and text; for staff and the record, never shown raw to a buyer. */
export type Reason = { code: string; text: string }

/** The result of a charge. Everything but the outcome and the reason is null if the gateway did not send it. */
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

/** The result of a void or refund. `offer_void` is true if the capture is not settled, so that only a void can work. */
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

/** A transaction in the gateway's records; `status` is its own term, `submitted_at` an ISO instant in UTC. */
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

/** A lookup's result: 'found', 'none' (the gateway looked and has none), or 'unknown' (it could not be reached). */
export type LookupResult =
  | { answer: 'found'; transaction: TransactionDetails }
  | { answer: 'none' }
  | { answer: 'unknown'; reason: Reason }

/** A transaction in a gateway's list; a voided one may have 0 or its sum. */
export type ListedTransaction = Pick<TransactionDetails, 'transaction_id' | 'state' | 'amount_cents'>
/** A complete list, or none. Events after `until` may be missing. */
export type Listed =
  | { answer: 'listed'; transactions: ListedTransaction[]; until: Date }
  | { answer: 'unknown'; reason: Reason }

/** A staff decision about a payment that the gateway holds for review. */
export type Decision = 'approve' | 'decline'

/** The provider's reference of an attempt, which saves a search: a charge by its order, a refund by its capture. */
export type Near = { wallet_order_id?: string | undefined; transaction_id?: string | undefined }

/** The browser's settings for exchanging a card for a token. Public values only; the library calls `connect_origin`. */
export type GatewayPublicConfig = {
  api_login_id: string
  client_key: string
  library_url: string
  connect_origin: string
}

/**
 * The payment gateway. All sums are integer cents. No call throws for failures of the network or the gateway:
 * time-outs, resets, 5xx, HTML and unreadable responses are the outcome 'unknown'. A RangeError is a caller's bug (an
 * attempt longer than 20 characters, a sum that is not a positive whole number of cents).
 */
export type Gateway = {
  name: string
  /** Charges a card once per attempt: resending the same attempt returns the first result. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  /**
   * Finds the result of an attempt (a wallet needs `near`); `since` (default: two days ago) limits how far back settled
   * batches are read. 'none' is final only once the attempt's own deadline is long past: a late capture may still
   * arrive.
   */
  findByAttempt(attempt: string, since?: Date, near?: Near): Promise<LookupResult>
  /** Looks up one transaction by the gateway's id. */
  details(transaction_id: string): Promise<LookupResult>
  /** Everything that has moved money since, and everything unsettled: for comparing with the books. */
  listSince(since: Date): Promise<Listed>
  /** Cancels a capture that is not settled. */
  void(transaction_id: string): Promise<ReversalResult>
  /** Pays back a settled capture, whole or in part. */
  refund(request: RefundRequest): Promise<ReversalResult>
  /** Decides about a held charge: 'approve' takes the money. A decided one is an 'error': use `details`. */
  decideHeld(transaction_id: string, decision: Decision): Promise<ReversalResult>
  /** Whether a notification is from the gateway: `signature` is its header, over the body's bytes. */
  isSigned(body: Uint8Array, signature: string | undefined): boolean
  publicConfig(): GatewayPublicConfig
}

/** The gateway that the composition root opened. */
export const paymentGateway = port<Gateway>('checkout.gateway')
