import { defineFact } from '#platform/facts.ts'
import { chargebackEvents, type InvoiceChange, invoiceEvents, orderPaidEvents, refundEvents } from './events.ts'

/**
 * An order is paid and its courses are open: the receipt must be sent. `first_password`: the buyer has no password yet,
 * so the receipt has the link to choose one. `quiet`: no receipt.
 */
export const orderPaid = defineFact<{ order_id: number; first_password?: true; quiet?: true }>(
  'checkout.order_paid',
  orderPaidEvents,
)

/** A payment with a pending result was declined: nothing was charged, and the buyer must be notified. */
export const paymentRefused = defineFact<{ payment_attempt_id: number }>('checkout.payment_refused', {
  internal: 'an email',
})

/** Someone requested an order's receipt again; `request_id` distinguishes this email from earlier ones. */
export const receiptRequested = defineFact<{ order_id: number; request_id?: string }>('checkout.receipt_asked', {
  internal: 'an email',
})

/** Staff created an order for a student to pay. */
export const orderCharged = defineFact<{ order_id: number }>('checkout.order_charged', { internal: 'an email' })

/** A certificate was mailed with this tracking number, new or changed. */
export const trackingSet = defineFact<{ order_item_id: number; tracking_number: string }>('checkout.tracking_set', {
  internal: 'an email',
})

/** Money was returned by a refund, a void, or a capture that bought nothing; the buyer must be notified. */
export const moneyReturned = defineFact<{ refund_attempt_id: number }>('checkout.money_returned', refundEvents)

/** A refund or void waits for a second person. */
export const refundRequested = defineFact<{ refund_attempt_id: number }>('checkout.refund_asked', {
  internal: 'a decision of staff',
})

/** It no longer waits: approved, declined, withdrawn, expired, or superseded. */
export const refundDecided = defineFact<{ refund_attempt_id: number }>('checkout.refund_decided', {
  internal: 'a decision of staff; the refund has its own event',
})

/** A gateway reported a transaction, once per event: its state must be fetched. */
export const gatewayNotified = defineFact<{ gateway_notification_id: string }>('checkout.gateway_notified', {
  internal: 'work with the gateway',
})

/** A buyer wants to save the charged card. */
export const cardOffered = defineFact<{ payment_attempt_id: number }>('checkout.card_offered', {
  internal: 'work with the gateway',
})

/** A storefront order needs work: it was returned, or its content is now known. */
export const storefrontOrderChanged = defineFact<{ storefront_order_id: number }>('checkout.storefront_order_changed', {
  internal: 'the enrollment has its own event',
})

/** A chargeback was opened or decided. */
export const chargedBack = defineFact<{ chargeback_id: number }>('checkout.charged_back', chargebackEvents)

export const invoiceChanged = defineFact<{ invoice_id: number; change: InvoiceChange }>(
  'checkout.invoice_changed',
  invoiceEvents,
)
