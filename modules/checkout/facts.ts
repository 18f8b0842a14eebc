import { defineFact } from '../../platform/facts.ts'

/** An order is paid and its courses are open: the receipt is due. */
export const orderPaid = defineFact<{ order_id: number }>('checkout.order_paid')

/** Somebody asked for the receipt of an order once more; `request_id` tells this letter from those before it. */
export const receiptAsked = defineFact<{ order_id: number; request_id?: string }>('checkout.receipt_asked')
