import { port } from '#platform/ctx.ts'

/**
 * The result of a request that moves money. 'unknown' means that the money may or may not have moved: look the result
 * up instead of repeating the request.
 */
export type Outcome = 'approved' | 'declined' | 'held' | 'error' | 'unknown'

/** A card that the browser has exchanged for a one-time token, so that its number never reaches this server. */
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
type OrderDetails = {
  description: string
  lines?: OrderLine[]
  shipping_cents?: number
  tax_cents?: number
  bill_to?: GatewayAddress
}

/** The buyer as sent to the gateway: our id (at most 20 characters) and the email. */
type CustomerRef = { id?: string; email?: string }

/**
 * A charge request. `attempt` is unique per intended charge and at most 20 characters. A resend must repeat every
 * field, because the gateway compares all of them, and set `resend`, so that an already used token is not mistaken for
 * a refusal.
 */
export type ChargeRequest = {
  attempt: string
  resend?: boolean
  amount_cents: number
  currency: 'USD'
  card: Card
  order: OrderDetails
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

/** The gateway's code and text, for staff and logs; never shown to buyers. */
export type Reason = { code: string; text: string }

/** The result of a charge. Fields that the gateway did not send are null. */
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

/** The state of a transaction: 'captured' can still be voided, 'settled' can be refunded. */
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

/**
 * A transaction in the gateway's records. `status` is the gateway's own term; `submitted_at` is an ISO instant in UTC.
 */
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

/**
 * The result of a lookup: 'found', 'none' (the gateway has no such transaction), or 'unknown' (it could not be
 * reached).
 */
export type LookupResult =
  | { answer: 'found'; transaction: TransactionDetails }
  | { answer: 'none' }
  | { answer: 'unknown'; reason: Reason }

/** A transaction in a gateway's list. The amount of a voided one may be 0. */
export type ListedTransaction = Pick<TransactionDetails, 'transaction_id' | 'state' | 'amount_cents'>
/** A complete list, or the reason why it could not be read. Transactions after `until` may be missing. */
export type ListResult =
  | { answer: 'listed'; transactions: ListedTransaction[]; until: Date }
  | { answer: 'unknown'; reason: Reason }

/** A decision of staff about a payment that the gateway holds for review. */
export type Decision = 'approve' | 'decline'

/** The provider's references of an attempt: of a charge the wallet's order, of a refund the capture. */
export type SearchHint = { wallet_order_id?: string | undefined; transaction_id?: string | undefined }

/**
 * The public settings with which the browser exchanges a card for a token. The library sends requests to
 * `connect_origin`.
 */
export type GatewayPublicConfig = {
  api_login_id: string
  client_key: string
  library_url: string
  connect_origin: string
}

/**
 * The payment gateway. All amounts are integer cents. Failures of the network or the gateway never throw: timeouts,
 * resets, 5xx and unreadable responses have the outcome 'unknown'. A RangeError indicates a bug in the caller (an
 * attempt longer than 20 characters, or an amount that is not a positive integer).
 */
export type Gateway = {
  name: string
  /** Charges a card, once per attempt: resending an attempt returns the first result. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  /**
   * Finds the result of an attempt; wallets need `hint`. Settled batches are read back to `since` (default: two days
   * ago). 'none' is only final long after the attempt's deadline, because a late capture may still arrive.
   */
  findByAttempt(attempt: string, since?: Date, hint?: SearchHint): Promise<LookupResult>
  /** Looks up one transaction by the gateway's id. */
  details(transaction_id: string): Promise<LookupResult>
  /** Lists the transactions that have moved money since then, and all unsettled ones, for comparison with the books. */
  listSince(since: Date): Promise<ListResult>
  /** Cancels a capture that is not settled. */
  void(transaction_id: string): Promise<ReversalResult>
  /** Refunds a settled capture in full or in part. */
  refund(request: RefundRequest): Promise<ReversalResult>
  /**
   * Approves (captures) or declines a held charge. Returns 'error' for one already decided; `details` has its state.
   */
  decideHeld(transaction_id: string, decision: Decision): Promise<ReversalResult>
  /** Whether a notification is from the gateway. `signature` is the header that signs the body's bytes. */
  isSigned(body: Uint8Array, signature: string | undefined): boolean
  publicConfig(): GatewayPublicConfig
}

/** The gateway, which the composition root opens. */
export const paymentGateway = port<Gateway>('checkout.gateway')
