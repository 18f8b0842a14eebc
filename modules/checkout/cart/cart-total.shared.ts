import { taxOf } from '#modules/checkout/settings/tax.shared.ts'

/** The discount of a promo code: an amount or a percentage of the item's price. */
type Discount = { dollar_amount_off_cents: number | null; percent_off: number | null }

export type TotalItem = {
  price_cents: number
  /** For the chosen shipping; free is 0. */
  shipping_cents: number
  /** For the chosen add-ons. */
  add_on_cents: number
  /** Invoiced to the organization: the item shows its price but adds nothing to the total. */
  invoice_ind: boolean
  /** Part of a bundle: the bundle's own item carries the price. */
  bundled: boolean
  discount: Discount | null
}

/** The amounts of a cart in cents; `discount_cents` never exceeds the discounted amount. */
export type CartTotal = {
  subtotal_cents: number
  add_on_cents: number
  shipping_cents: number
  discount_cents: number
  tax_cents: number
  total_cents: number
}

const isPayable = (item: TotalItem) => !item.invoice_ind && !item.bundled
const sum = (items: readonly TotalItem[], amountOf: (item: TotalItem) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0)

/** The discount of an item's code in cents; half a cent is rounded up. */
export function discountOf(item: TotalItem): number {
  if (!isPayable(item) || !item.discount) return 0
  const { dollar_amount_off_cents, percent_off } = item.discount
  return dollar_amount_off_cents ?? Math.floor((item.price_cents * (percent_off ?? 0) + 50) / 100)
}

/**
 * The cart total: price, shipping and add-ons of each item that is neither invoiced nor part of a bundle; minus the
 * discounts, at least 0; plus tax on that amount (`tax_hundredths`: hundredths of a percent).
 */
export function cartTotal(items: readonly TotalItem[], tax_hundredths = 0): CartTotal {
  const payableItems = items.filter(isPayable)
  const subtotal_cents = sum(payableItems, (item) => item.price_cents)
  const add_on_cents = sum(payableItems, (item) => item.add_on_cents)
  const shipping_cents = sum(payableItems, (item) => item.shipping_cents)
  const gross = subtotal_cents + add_on_cents + shipping_cents
  const discount_cents = Math.min(gross, sum(payableItems, discountOf))
  const net = gross - discount_cents
  const tax_cents = taxOf(net, tax_hundredths)
  return { subtotal_cents, add_on_cents, shipping_cents, discount_cents, tax_cents, total_cents: net + tax_cents }
}

const grossOf = (item: TotalItem) => (isPayable(item) ? item.price_cents + item.add_on_cents + item.shipping_cents : 0)

/**
 * Allocates the cart's discount to its items: each item first takes the discount of its own code, up to its amount; the
 * remainder is taken by the items in order. The shares add up to `discount_cents`.
 */
export function allocateDiscount(items: readonly TotalItem[]): number[] {
  const itemDiscounts = items.map((item) => Math.min(discountOf(item), grossOf(item)))
  let remaining = cartTotal(items).discount_cents - itemDiscounts.reduce((total, part) => total + part, 0)
  return items.map((item, index) => {
    const extraDiscount = Math.min(remaining, grossOf(item) - itemDiscounts[index]!)
    remaining -= extraDiscount
    return itemDiscounts[index]! + extraDiscount
  })
}
