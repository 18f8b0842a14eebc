/** One thing that an invoice settles, in cents: a sale, or what was given back of one. */
export type Entry = {
  /** Which event it is; each is settled once. */
  entry: string
  happened_at: Date
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  part_cents: number
}

/** A line of a paid order with all that was given back of it, in cents. */
export type SoldLine = {
  order_item_id: number
  /** The organization is billed its price; the student paid nothing. */
  billed_ind: boolean
  price_cents: number
  discount_cents: number
  /**
   * What the buyer paid for it, with add-ons, shipping and its part of the tax. Those are never the affiliate's: they
   * stay with the organization that records, ships and declares the tax.
   */
  paid_cents: number
  admin_fee_cents: number
  paid_at: Date
  /** An invoice of that day was made before. */
  late_ind: boolean
  refunds: readonly { refund_line_id: number; amount_cents: number; refunded_at: Date }[]
  /** Sold by a shop that took it back as a whole. */
  returned: { storefront_line_id: number; returned_at: Date } | null
}

type Sums = Pick<Entry, 'price_cents' | 'discount_cents' | 'refund_cents' | 'admin_fee_cents'>

/**
 * What is owed to the affiliate (above 0) or by it (below 0): its price without discount, refund and admin fee; of
 * what it is billed, the price.
 */
export const partOf = (
  { price_cents, discount_cents, refund_cents, admin_fee_cents }: Sums,
  billed: boolean,
): number =>
  billed ? refund_cents + discount_cents - price_cents : price_cents - discount_cents - refund_cents - admin_fee_cents

/**
 * The sale and each giving back of it, oldest first. A refund takes from the price first and from the extras with what
 * is left of it. Only a refund of all that was paid gives the admin fee back: what was kept of the price was sold. One
 * that was canceled later, below 0, takes both again.
 */
export function entriesOf(line: SoldLine): Entry[] {
  const { order_item_id, billed_ind, price_cents, paid_cents, paid_at } = line
  // A discount above the price was taken from the extras.
  const discount_cents = Math.min(line.discount_cents, price_cents)
  const admin_fee_cents = billed_ind ? 0 : line.admin_fee_cents
  const made = (entry: string, happened_at: Date, sums: Partial<Sums>): Entry => {
    const all = { price_cents: 0, discount_cents: 0, refund_cents: 0, admin_fee_cents: 0, ...sums }
    return { entry, happened_at, ...all, part_cents: partOf(all, billed_ind) }
  }
  const sale = made(`sale:${order_item_id}`, paid_at, { price_cents, discount_cents, admin_fee_cents })
  const net = price_cents - discount_cents
  let before = 0
  const refunds = line.refunds.map(({ refund_line_id, amount_cents, refunded_at }) => {
    const after = before + amount_cents
    const refund_cents = Math.min(after, net) - Math.min(before, net)
    const whole = Number(after >= paid_cents) - Number(before >= paid_cents)
    before = after
    return made(`refund:${refund_line_id}`, refunded_at, {
      refund_cents,
      // No zero below 0.
      admin_fee_cents: whole ? -whole * admin_fee_cents : 0,
    })
  })
  const { returned } = line
  const fee = -admin_fee_cents
  const shop = returned
    ? [made(`shop:${returned.storefront_line_id}`, returned.returned_at, { admin_fee_cents: fee })]
    : []
  return [sale, ...refunds, ...shop]
}

/**
 * The entries of a line for an invoice of the days from `start` to before `end`: the sale if it is of those days or late, and
 * refunds before `end` of a sale that is settled by then. `settled` are entries of other invoices.
 */
export function dueOf(line: SoldLine, settled: ReadonlySet<string>, start: Date, end: Date): Entry[] {
  const [sale, ...backs] = entriesOf(line)
  const open = ({ entry, happened_at }: Entry) => !settled.has(entry) && happened_at < end
  const sells = open(sale!) && (sale!.happened_at >= start || line.late_ind)
  if (!sells && !settled.has(sale!.entry)) return []
  return [...(sells ? [sale!] : []), ...backs.filter(open)]
}

export type InvoiceSums = {
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  /** Of sales that buyers paid: the affiliate's part. */
  earned_cents: number
  /** Of what the organization is billed. */
  billed_cents: number
  /** What is left to settle: earned minus billed. */
  total_cents: number
}

/** The sums of an invoice's lines. */
export function sumInvoice(lines: readonly (Sums & { billed_ind: boolean; part_cents: number })[]): InvoiceSums {
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + of(line), 0)
  const earned_cents = sum(({ billed_ind, part_cents }) => (billed_ind ? 0 : part_cents))
  const billed_cents = sum(({ billed_ind, part_cents }) => (billed_ind ? -part_cents : 0))
  return {
    price_cents: sum(({ price_cents }) => price_cents),
    discount_cents: sum(({ discount_cents }) => discount_cents),
    refund_cents: sum(({ refund_cents }) => refund_cents),
    admin_fee_cents: sum(({ admin_fee_cents }) => admin_fee_cents),
    earned_cents,
    billed_cents,
    total_cents: earned_cents - billed_cents,
  }
}
