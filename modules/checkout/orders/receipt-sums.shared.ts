import { paymentStatus } from '#modules/checkout/lookups.shared.ts'
import type { Receipt } from './receipt.ts'

type Sum = {
  key: 'audio' | 'shipping' | 'discount' | 'tax' | 'invoiced' | 'paid' | 'refunded' | 'voided'
  dollars: number
}

/** The amounts below a receipt's lines in display order, without those that are zero. */
export function receiptSums(receipt: Receipt): Sum[] {
  const { addOns, shipping_price, discount, tax, amount_paid, refund_amount, items } = receipt
  // The prices of invoiced lines are shown but not paid by the buyer.
  const invoiced = items.reduce((cents, item) => cents + (item.invoice_ind ? Math.round(item.price * 100) : 0), 0)
  const sums: Sum[] = [
    { key: 'audio', dollars: addOns },
    { key: 'shipping', dollars: shipping_price },
    { key: 'discount', dollars: -discount },
    { key: 'tax', dollars: tax },
    { key: 'invoiced', dollars: -invoiced / 100 },
    { key: 'paid', dollars: amount_paid },
    { key: 'refunded', dollars: -refund_amount },
    { key: 'voided', dollars: isVoided(receipt) ? -amount_paid : 0 },
  ]
  return sums.filter(({ key, dollars }) => key === 'paid' || Math.abs(dollars) > 0)
}

const isVoided = ({ lk_payment_status_id }: Receipt): boolean => lk_payment_status_id === paymentStatus.Voided

/** Whether the order was refunded in full. */
export const isReturned = (receipt: Receipt): boolean =>
  isVoided(receipt) || receipt.lk_payment_status_id === paymentStatus.Refunded
