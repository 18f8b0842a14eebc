/** A sale, a refund or a return, with amounts in cents. */
export type InvoiceEntry = {
  /** Identifies the event, which is on at most one invoice. */
  entry: string
  happened_at: Date
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  part_cents: number
}

/** A line of a paid order with all its refunds, in cents. */
export type SoldLine = {
  order_item_id: number
  /** The price is billed to the organization; the student paid nothing. */
  billed_ind: boolean
  price_cents: number
  discount_cents: number
  /**
   * The buyer's payment including add-ons, shipping and tax. Those never go to the affiliate, but stay with the
   * organization that ships and declares the tax.
   */
  paid_cents: number
  /** The tax included in `paid_cents`. */
  tax_cents: number
  admin_fee_cents: number
  paid_at: Date
  /** The sale was recorded after an invoice for its day had been created. */
  late_ind: boolean
  refunds: readonly { refund_line_id: number; amount_cents: number; refunded_at: Date }[]
  /** Set if the storefront that sold the line returned it. */
  returned: { storefront_line_id: number; returned_at: Date } | null
}

type Amounts = Pick<InvoiceEntry, 'price_cents' | 'discount_cents' | 'refund_cents' | 'admin_fee_cents'>

/**
 * The amount owed to the affiliate, negative if owed by it: the price minus discount, refund and admin fee. For billed
 * lines the affiliate owes the price.
 */
export const computePart = (
  { price_cents, discount_cents, refund_cents, admin_fee_cents }: Amounts,
  billed: boolean,
): number =>
  billed ? refund_cents + discount_cents - price_cents : price_cents - discount_cents - refund_cents - admin_fee_cents

/** The entries of a line that are on other invoices, with the refunded part of the price in cents. */
type SettledEntries = ReadonlyMap<string, number>

/**
 * The entries of a line: the sale and its refunds, oldest first. A refund includes tax in the same proportion as the
 * payment; the rest reduces the price first and then the add-ons and shipping. Only a full refund returns the admin
 * fee. A canceled refund, which is negative, reverses both.
 */
export function buildEntries(line: SoldLine, settledEntries: SettledEntries = new Map()): InvoiceEntry[] {
  const { order_item_id, billed_ind, price_cents, paid_cents, tax_cents, paid_at } = line
  // A discount above the price was taken from add-ons and shipping.
  const discount_cents = Math.min(line.discount_cents, price_cents)
  const admin_fee_cents = billed_ind ? 0 : line.admin_fee_cents
  const makeEntry = (entry: string, happened_at: Date, partial: Partial<Amounts>): InvoiceEntry => {
    const amounts = { price_cents: 0, discount_cents: 0, refund_cents: 0, admin_fee_cents: 0, ...partial }
    return { entry, happened_at, ...amounts, part_cents: computePart(amounts, billed_ind) }
  }
  const sale = makeEntry(`sale:${order_item_id}`, paid_at, { price_cents, discount_cents, admin_fee_cents })
  const net = price_cents - discount_cents
  const refundedPrice = (refunded: number) => Math.min(refunded - taxOf(refunded, paid_cents, tax_cents), net)
  let [refundedBefore, takenFromPrice] = [0, 0]
  const refunds = line.refunds.map(({ refund_line_id, amount_cents, refunded_at }) => {
    const refundedAfter = refundedBefore + amount_cents
    // Amounts on earlier invoices are final; the next refund makes up the difference.
    const refund_cents = settledEntries.get(`refund:${refund_line_id}`) ?? refundedPrice(refundedAfter) - takenFromPrice
    takenFromPrice += refund_cents
    const fullRefundChange = Number(refundedAfter >= paid_cents) - Number(refundedBefore >= paid_cents)
    refundedBefore = refundedAfter
    return makeEntry(`refund:${refund_line_id}`, refunded_at, {
      refund_cents,
      // Avoids -0.
      admin_fee_cents: fullRefundChange ? -fullRefundChange * admin_fee_cents : 0,
    })
  })
  const { returned } = line
  const fee = -admin_fee_cents
  const shopReturns = returned
    ? [makeEntry(`shop:${returned.storefront_line_id}`, returned.returned_at, { admin_fee_cents: fee })]
    : []
  return [sale, ...refunds, ...shopReturns]
}

/** The tax included in a refund, as in the reports. */
const taxOf = (refund_cents: number, paid_cents: number, tax_cents: number): number =>
  paid_cents === 0 ? 0 : Math.round((refund_cents * tax_cents) / paid_cents)

/**
 * The entries of a line for an invoice from `start` (inclusive) to `end` (exclusive): the sale if it is in that period
 * or late, and refunds before `end` if the sale is on this invoice or an earlier one. `settled` contains the entries of
 * other invoices.
 */
export function listDueEntries(line: SoldLine, settledEntries: SettledEntries, start: Date, end: Date): InvoiceEntry[] {
  const [sale, ...returns] = buildEntries(line, settledEntries)
  const isDue = ({ entry, happened_at }: InvoiceEntry) => !settledEntries.has(entry) && happened_at < end
  const includesSale = isDue(sale!) && (sale!.happened_at >= start || line.late_ind)
  if (!includesSale && !settledEntries.has(sale!.entry)) return []
  return [...(includesSale ? [sale!] : []), ...returns.filter(isDue)]
}

export type InvoiceTotals = {
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  /** The affiliate's part of sales that buyers paid. */
  earned_cents: number
  /** Billed to the organization. */
  billed_cents: number
  /** The amount to settle: earned minus billed. */
  total_cents: number
}

/** The totals of an invoice's lines. */
export function totalInvoice(lines: readonly (Amounts & { billed_ind: boolean; part_cents: number })[]): InvoiceTotals {
  const sum = (amountOf: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + amountOf(line), 0)
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
