/**
 * Splits an amount by weight: each part gets the whole cents of its share, and the remaining cents go to the parts with
 * the largest fractions. No part exceeds its weight unless the amount exceeds the total weight.
 */
export function splitByWeight(sum_cents: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  if (totalWeight === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const product = BigInt(sum_cents) * BigInt(weight)
    return { index, cents: Number(product / BigInt(totalWeight)), fraction: product % BigInt(totalWeight) }
  })
  let remaining = sum_cents - shares.reduce((sum, { cents }) => sum + cents, 0)
  for (const share of shares.toSorted((a, b) => Number(b.fraction - a.fraction) || a.index - b.index)) {
    if (remaining === 0) break
    share.cents += 1
    remaining -= 1
  }
  return shares.map(({ cents }) => cents)
}

/** A line of a paid order; `returned_cents` includes pending refunds. */
export type PaidLine = { order_item_id: number; paid_cents: number; returned_cents: number }

/** The refundable amount of a line. */
export const remainingCents = ({ paid_cents, returned_cents }: PaidLine): number =>
  Math.max(0, paid_cents - returned_cents)

/** Distributes a refund to the lines in proportion to their refundable amounts. */
export const splitRefund = (amount_cents: number, lines: readonly PaidLine[]): number[] =>
  splitByWeight(amount_cents, lines.map(remainingCents))

/**
 * Whether the course of a line ends by default: if the refund is the last of the line or, for a free line, of the order
 * (`isOrderRefunded`). Staff decided about fully refunded lines at that time.
 */
export const endsByDefault = (line: PaidLine, amount_cents: number, isOrderRefunded: boolean): boolean =>
  line.paid_cents === 0 ? isOrderRefunded : amount_cents > 0 && amount_cents === remainingCents(line)
