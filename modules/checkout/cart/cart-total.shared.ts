import { taxOf } from '#modules/checkout/settings/tax.shared.ts'

/** The discount of a promo code: an amount or a share of the item's price. */
type Discount = { dollar_amount_off_cents: number | null; percent_off: number | null }

export type TotalItem = {
  price_cents: number
  /** For the chosen shipping; free is 0. */
  shipping_cents: number
  /** For the chosen add-ons. */
  add_on_cents: number
  /** The organization is invoiced: the item shows its price and counts 0. */
  invoice_ind: boolean
  /** Part of a bundle: the bundle's own item carries the price. */
  bundled: boolean
  discount: Discount | null
}

/** The sums of a cart in cents; `discount_cents` never exceeds the discounted amount. */
export type CartTotal = {
  subtotal_cents: number
  add_on_cents: number
  shipping_cents: number
  discount_cents: number
  tax_cents: number
  total_cents: number
}

const counts = (item: TotalItem) => !item.invoice_ind && !item.bundled
const sum = (items: readonly TotalItem[], of: (item: TotalItem) => number) =>
  items.reduce((total, item) => total + of(item), 0)

/** The discount of one item's code in cents; half a cent is rounded up. */
export function discountOf(item: TotalItem): number {
  if (!counts(item) || !item.discount) return 0
  const { dollar_amount_off_cents, percent_off } = item.discount
  return dollar_amount_off_cents ?? Math.floor((item.price_cents * (percent_off ?? 0) + 50) / 100)
}

/**
 * The cart total: price, shipping and add-ons of each item that is neither invoiced nor part of a bundle; minus the
 * discounts, at least 0; plus tax on the rest (in hundredths of a percent).
 */
export function cartTotal(items: readonly TotalItem[], tax_hundredths = 0): CartTotal {
  const payableItems = items.filter(counts)
  const subtotal_cents = sum(payableItems, (item) => item.price_cents)
  const add_on_cents = sum(payableItems, (item) => item.add_on_cents)
  const shipping_cents = sum(payableItems, (item) => item.shipping_cents)
  const gross = subtotal_cents + add_on_cents + shipping_cents
  const discount_cents = Math.min(gross, sum(payableItems, discountOf))
  const net = gross - discount_cents
  const tax_cents = taxOf(net, tax_hundredths)
  return { subtotal_cents, add_on_cents, shipping_cents, discount_cents, tax_cents, total_cents: net + tax_cents }
}

const grossOf = (item: TotalItem) => (counts(item) ? item.price_cents + item.add_on_cents + item.shipping_cents : 0)

/**
 * Spreads the cart's discount over the items, in order: first each item's own code as far as possible, then the rest of
 * the others. The parts add up to `discount_cents`.
 */
export function spreadDiscount(items: readonly TotalItem[]): number[] {
  const itemDiscounts = items.map((item) => Math.min(discountOf(item), grossOf(item)))
  let remaining = cartTotal(items).discount_cents - itemDiscounts.reduce((total, part) => total + part, 0)
  return items.map((item, index) => {
    const more = Math.min(remaining, grossOf(item) - itemDiscounts[index]!)
    remaining -= more
    return itemDiscounts[index]! + more
  })
}
