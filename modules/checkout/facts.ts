import { defineFact } from '#platform/facts.ts'

/** An order is paid and its courses are open: the receipt is due. */
export const orderPaid = defineFact<{ order_id: number }>('checkout.order_paid')

/** A payment that its buyer was told to wait for has not gone through: nothing was charged. The buyer is told. */
export const paymentRefused = defineFact<{ payment_attempt_id: number }>('checkout.payment_refused')

/** Someone asked for the receipt of an order once more; `request_id` tells this email from those before it. */
export const receiptAsked = defineFact<{ order_id: number; request_id?: string }>('checkout.receipt_asked')

/** Staff have written an order for a student, who is to pay it. */
export const orderCharged = defineFact<{ order_id: number }>('checkout.order_charged')

/** A certificate is on its way with this number, or with another one than before. */
export const trackingSet = defineFact<{ order_item_id: number; tracking_number: string }>('checkout.tracking_set')

/** Money went back: a refund, a void, or a capture that bought nothing. The buyer is told. */
export const moneyReturned = defineFact<{ refund_attempt_id: number }>('checkout.money_returned')

/** A refund or void waits for a second person. */
export const refundAsked = defineFact<{ refund_attempt_id: number }>('checkout.refund_asked')

/** It is no longer waiting: approved, declined, withdrawn, expired, or overtaken. */
export const refundDecided = defineFact<{ refund_attempt_id: number }>('checkout.refund_decided')

/** A gateway has told us of a transaction, once: it is to be asked what became of it. */
export const gatewayNotified = defineFact<{ gateway_notification_id: string }>('checkout.gateway_notified')

/** A card was charged that its buyer wants to keep. */
export const cardOffered = defineFact<{ payment_attempt_id: number }>('checkout.card_offered')

/** Something is due for an order of a shop: it was given back, or what it holds is known now. */
export const storefrontOrderChanged = defineFact<{ storefront_order_id: number }>('checkout.storefront_order_changed')
