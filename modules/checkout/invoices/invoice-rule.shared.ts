/** One settled event, in cents: a sale, or a return. */
export type Entry = {
  /** Identifies the event; each is settled once. */
  entry: string
  happened_at: Date
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  part_cents: number
}

/** A line of a paid order with all its returns, in cents. */
export type SoldLine = {
  order_item_id: number
  /** The organization is billed the price; the student paid nothing. */
  billed_ind: boolean
  price_cents: number
  discount_cents: number
  /**
   * The buyer's payment with add-ons, shipping and its share of the tax. Those never go to the affiliate: they stay
   * with the organization that records, ships and declares the tax.
   */
  paid_cents: number
  /** The tax in that payment. */
  tax_cents: number
  admin_fee_cents: number
  paid_at: Date
  /** An invoice for that day was created earlier. */
  late_ind: boolean
  refunds: readonly { refund_line_id: number; amount_cents: number; refunded_at: Date }[]
  /** Returned completely by the shop that sold it. */
  returned: { storefront_line_id: number; returned_at: Date } | null
}

type Sums = Pick<Entry, 'price_cents' | 'discount_cents' | 'refund_cents' | 'admin_fee_cents'>

/**
 * The amount owed to the affiliate (above 0) or by it (below 0): its price without discount, refund and admin fee; for
 * billed lines, the price.
 */
export const partOf = (
  { price_cents, discount_cents, refund_cents, admin_fee_cents }: Sums,
  billed: boolean,
): number =>
  billed ? refund_cents + discount_cents - price_cents : price_cents - discount_cents - refund_cents - admin_fee_cents

/** The entries of a line on other invoices, with the refunded price of each in cents. */
type Settled = ReadonlyMap<string, number>

/**
 * The sale and its returns, oldest first. A refund contains tax in the same proportion as the payment; the rest reduces
 * the price first and then the extras. Only a full refund returns the admin fee: a partly kept price was sold. A refund
 * canceled later, below 0, reverses both.
 */
export function entriesOf(line: SoldLine, settled: Settled = new Map()): Entry[] {
  const { order_item_id, billed_ind, price_cents, paid_cents, tax_cents, paid_at } = line
  // The part of a discount above the price was taken from the extras.
  const discount_cents = Math.min(line.discount_cents, price_cents)
  const admin_fee_cents = billed_ind ? 0 : line.admin_fee_cents
  const entryOf = (entry: string, happened_at: Date, sums: Partial<Sums>): Entry => {
    const all = { price_cents: 0, discount_cents: 0, refund_cents: 0, admin_fee_cents: 0, ...sums }
    return { entry, happened_at, ...all, part_cents: partOf(all, billed_ind) }
  }
  const sale = entryOf(`sale:${order_item_id}`, paid_at, { price_cents, discount_cents, admin_fee_cents })
  const net = price_cents - discount_cents
  const ofPrice = (back: number) => Math.min(back - taxOf(back, paid_cents, tax_cents), net)
  let [before, taken] = [0, 0]
  const refunds = line.refunds.map(({ refund_line_id, amount_cents, refunded_at }) => {
    const after = before + amount_cents
    // An earlier invoice keeps its amount, whatever its rule was; the next refund takes the rest.
    const refund_cents = settled.get(`refund:${refund_line_id}`) ?? ofPrice(after) - taken
    taken += refund_cents
    const whole = Number(after >= paid_cents) - Number(before >= paid_cents)
    before = after
    return entryOf(`refund:${refund_line_id}`, refunded_at, {
      refund_cents,
      // Avoids -0.
      admin_fee_cents: whole ? -whole * admin_fee_cents : 0,
    })
  })
  const { returned } = line
  const fee = -admin_fee_cents
  const shop = returned
    ? [entryOf(`shop:${returned.storefront_line_id}`, returned.returned_at, { admin_fee_cents: fee })]
    : []
  return [sale, ...refunds, ...shop]
}

/** The tax in a return, as in the reports. */
const taxOf = (back_cents: number, paid_cents: number, tax_cents: number): number =>
  paid_cents === 0 ? 0 : Math.round((back_cents * tax_cents) / paid_cents)

/**
 * The entries of a line for an invoice of the days from `start` to before `end`: the sale if it is in that period or
 * late, and refunds before `end` of a sale that is settled by then. `settled` are entries of other invoices.
 */
export function dueOf(line: SoldLine, settled: Settled, start: Date, end: Date): Entry[] {
  const [sale, ...backs] = entriesOf(line, settled)
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
  /** From sales that buyers paid: the affiliate's part. */
  earned_cents: number
  /** Billed to the organization. */
  billed_cents: number
  /** The amount to settle: earned minus billed. */
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
