import { defineFact } from '../../platform/facts.ts'

/** An order is paid and its courses are open: the receipt is due. */
export const orderPaid = defineFact<{ order_id: number }>('checkout.order_paid')
