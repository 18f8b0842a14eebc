import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateDiscount, cartTotal, type TotalItem } from './cart-total.shared.ts'

const cents = fc.integer({ min: 0, max: 100_000 })
const discount = fc.option(
  fc.oneof(
    cents.map((dollar_amount_off_cents) => ({ dollar_amount_off_cents, percent_off: null })),
    fc.integer({ min: 1, max: 100 }).map((percent_off) => ({ dollar_amount_off_cents: null, percent_off })),
  ),
)
const item: fc.Arbitrary<TotalItem> = fc.record({
  price_cents: cents,
  shipping_cents: cents,
  add_on_cents: cents,
  invoice_ind: fc.boolean(),
  bundled: fc.boolean(),
  discount,
})
const items = fc.array(item, { maxLength: 12 })

const itemWith = (overrides: Partial<TotalItem> = {}): TotalItem => ({
  price_cents: 1995,
  shipping_cents: 795,
  add_on_cents: 500,
  invoice_ind: false,
  bundled: false,
  discount: null,
  ...overrides,
})

describe('the cart total', () => {
  test('adds price, shipping and add-ons, and subtracts the promo code', () => {
    const fiveDollarsOff = { dollar_amount_off_cents: 500, percent_off: null }
    expect(
      cartTotal([itemWith({ discount: fiveDollarsOff }), itemWith({ shipping_cents: 0, add_on_cents: 0 })]),
    ).toEqual({
      subtotal_cents: 3990,
      add_on_cents: 500,
      shipping_cents: 795,
      discount_cents: 500,
      tax_cents: 0,
      total_cents: 4785,
    })
  })

  test('counts nothing for an invoiced or bundled item, not even its promo code', () => {
    const fiveDollarsOff = { dollar_amount_off_cents: 500, percent_off: null }
    expect(
      cartTotal([
        itemWith({ invoice_ind: true, discount: fiveDollarsOff }),
        itemWith({ bundled: true, discount: fiveDollarsOff }),
      ]).total_cents,
    ).toBe(0)
    expect(cartTotal([itemWith({ invoice_ind: true, discount: fiveDollarsOff }), itemWith()]).total_cents).toBe(3290)
  })

  test('takes a percentage of the price only, and rounds half a cent up', () => {
    const half = { dollar_amount_off_cents: null, percent_off: 50 }
    expect(cartTotal([itemWith({ discount: half })]).discount_cents).toBe(998)
  })

  test('taxes the amount after the discount, including shipping and add-ons', () => {
    const fiveDollarsOff = { dollar_amount_off_cents: 500, percent_off: null }
    expect(cartTotal([itemWith({ discount: fiveDollarsOff })], 825)).toMatchObject({
      tax_cents: 230,
      total_cents: 3020,
    })
    expect(cartTotal([itemWith({ invoice_ind: true })], 825)).toMatchObject({ tax_cents: 0, total_cents: 0 })
  })

  test('is the discounted amount plus its tax, for any cart', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 3_000 }), (cart, tax_hundredths) => {
        const { total_cents: net, ...untaxed } = cartTotal(cart)
        const taxed = cartTotal(cart, tax_hundredths)
        expect(taxed).toEqual({ ...untaxed, tax_cents: taxed.tax_cents, total_cents: net + taxed.tax_cents })
        expect(Math.abs(taxed.tax_cents - (net * tax_hundredths) / 10_000)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  test('is unchanged by an added invoiced or bundled item', () => {
    const unpaidItem = fc
      .tuple(item, fc.boolean())
      .map(([totalItem, invoice_ind]) => ({ ...totalItem, invoice_ind, bundled: !invoice_ind }))
    fc.assert(
      fc.property(items, unpaidItem, fc.integer({ min: 0, max: 3_000 }), (cart, overrides, tax_hundredths) => {
        expect(cartTotal([...cart, overrides], tax_hundredths)).toEqual(cartTotal(cart, tax_hundredths))
      }),
    )
  })

  test('is whole cents, never below zero and never above the sum of everything', () => {
    fc.assert(
      fc.property(items, (cart) => {
        const { total_cents, subtotal_cents, add_on_cents, shipping_cents, discount_cents } = cartTotal(cart)
        expect(Number.isSafeInteger(total_cents)).toBe(true)
        expect(total_cents).toBeGreaterThanOrEqual(0)
        expect(total_cents).toBe(subtotal_cents + add_on_cents + shipping_cents - discount_cents)
      }),
    )
  })

  test('does not depend on the order of the items', () => {
    fc.assert(
      fc.property(items, (cart) => {
        expect(cartTotal(cart.toReversed())).toEqual(cartTotal(cart))
      }),
    )
  })

  test('distributes the discount exactly, and never more to an item than it costs', () => {
    fc.assert(
      fc.property(items, (cart) => {
        const parts = allocateDiscount(cart)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cartTotal(cart).discount_cents)
        cart.forEach(({ price_cents, shipping_cents, add_on_cents, invoice_ind, bundled }, index) => {
          const gross = invoice_ind || bundled ? 0 : price_cents + shipping_cents + add_on_cents
          expect(parts[index]).toBeGreaterThanOrEqual(0)
          expect(parts[index]).toBeLessThanOrEqual(gross)
        })
      }),
    )
  })
})
