import type { Receipt } from './receipt.ts'

type Sum = { key: 'audio' | 'shipping' | 'discount' | 'tax' | 'paid' | 'refunded'; dollars: number }

/** The sums below the lines of a receipt, in the order in which they are read; what is nothing is left out. */
export function sumsOf({ addOns, shipping_price, discount, tax, amount_paid, refund_amount }: Receipt): Sum[] {
  const sums: Sum[] = [
    { key: 'audio', dollars: addOns },
    { key: 'shipping', dollars: shipping_price },
    { key: 'discount', dollars: -discount },
    { key: 'tax', dollars: tax },
    { key: 'paid', dollars: amount_paid },
    { key: 'refunded', dollars: -refund_amount },
  ]
  return sums.filter(({ key, dollars }) => key === 'paid' || Math.abs(dollars) > 0)
}
