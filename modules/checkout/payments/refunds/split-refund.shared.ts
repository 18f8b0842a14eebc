/**
 * Splits a sum over parts by weight, to the cent: each gets the whole cents of its share, and the remaining cents go
 * where most was cut off. No part gets more than its weight unless the sum exceeds the total weight.
 */
export function spread(sum_cents: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const product = BigInt(sum_cents) * BigInt(weight)
    return { index, cents: Number(product / BigInt(all)), cut: product % BigInt(all) }
  })
  let remaining = sum_cents - shares.reduce((sum, { cents }) => sum + cents, 0)
  for (const share of shares.toSorted((a, b) => Number(b.cut - a.cut) || a.index - b.index)) {
    if (remaining === 0) break
    share.cents += 1
    remaining -= 1
  }
  return shares.map(({ cents }) => cents)
}

/** A line of a paid order; `returned_cents` includes pending refunds. */
export type PaidLine = { order_item_id: number; paid_cents: number; returned_cents: number }

/** The refundable rest of a line. */
export const restOf = ({ paid_cents, returned_cents }: PaidLine): number => Math.max(0, paid_cents - returned_cents)

/** A refund without a given distribution: each line refunds in proportion to what is left of it. */
export const splitRefund = (amount_cents: number, lines: readonly PaidLine[]): number[] =>
  spread(amount_cents, lines.map(restOf))

/**
 * Whether the course of a line ends by default: with the last cent of the line or, if it cost nothing, of the order
 * (`whole`). A line refunded earlier was decided about then.
 */
export const endsByDefault = (line: PaidLine, amount_cents: number, whole: boolean): boolean =>
  line.paid_cents === 0 ? whole : amount_cents > 0 && amount_cents === restOf(line)
