import { defineFact } from '#platform/facts.ts'

/** An order is paid and its courses are open: the receipt must be sent. */
/** `first_password`: the buyer has no password yet, so the receipt has the link to choose one. */
export const orderPaid = defineFact<{ order_id: number; first_password?: true }>('checkout.order_paid')

/** A payment with a pending result was declined: nothing was charged, and the buyer must be notified. */
export const paymentRefused = defineFact<{ payment_attempt_id: number }>('checkout.payment_refused')

/** Someone requested an order's receipt again; `request_id` distinguishes this email from earlier ones. */
export const receiptAsked = defineFact<{ order_id: number; request_id?: string }>('checkout.receipt_asked')

/** Staff created an order for a student to pay. */
export const orderCharged = defineFact<{ order_id: number }>('checkout.order_charged')

/** A certificate was mailed with this tracking number, new or changed. */
export const trackingSet = defineFact<{ order_item_id: number; tracking_number: string }>('checkout.tracking_set')

/** Money was returned by a refund, a void, or a capture that bought nothing; the buyer must be notified. */
export const moneyReturned = defineFact<{ refund_attempt_id: number }>('checkout.money_returned')

/** A refund or void waits for a second person. */
export const refundAsked = defineFact<{ refund_attempt_id: number }>('checkout.refund_asked')

/** It no longer waits: approved, declined, withdrawn, expired, or superseded. */
export const refundDecided = defineFact<{ refund_attempt_id: number }>('checkout.refund_decided')

/** A gateway reported a transaction, once per event: its state must be fetched. */
export const gatewayNotified = defineFact<{ gateway_notification_id: string }>('checkout.gateway_notified')

/** A buyer wants to save the charged card. */
export const cardOffered = defineFact<{ payment_attempt_id: number }>('checkout.card_offered')

/** A storefront order needs work: it was returned, or its content is now known. */
export const storefrontOrderChanged = defineFact<{ storefront_order_id: number }>('checkout.storefront_order_changed')
