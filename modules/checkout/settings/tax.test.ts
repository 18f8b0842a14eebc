import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxOf } from './tax.shared.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.integer({ min: 0, max: 3_000 })

describe('the tax', () => {
  test('is a percentage of the amount after discounts, half a cent rounded up', () => {
    expect(taxOf(1995, 825)).toBe(165)
    expect(taxOf(1000, 725)).toBe(73)
    expect(taxOf(1000, 724)).toBe(72)
    expect(taxOf(100, 3000)).toBe(30)
  })

  test('is zero without a rate and on zero', () => {
    fc.assert(
      fc.property(cents, (sum) => {
        expect(taxOf(sum, 0)).toBe(0)
      }),
    )
    fc.assert(
      fc.property(rate, (percent) => {
        expect(taxOf(0, percent)).toBe(0)
      }),
    )
  })

  test('is whole cents, within half a cent of the exact amount', () => {
    fc.assert(
      fc.property(cents, rate, (sum, percent) => {
        const tax = taxOf(sum, percent)
        expect(Number.isSafeInteger(tax)).toBe(true)
        // Compared as integers: ten-thousandths of a cent.
        const off = tax * 10_000 - sum * percent
        expect(off).toBeGreaterThan(-5_000)
        expect(off).toBeLessThanOrEqual(5_000)
      }),
    )
  })

  test('does not fall when the amount or the rate grows', () => {
    fc.assert(
      fc.property(cents, cents, rate, rate, (item, two, low, high) => {
        const [less, more] = [Math.min(item, two), Math.max(item, two)]
        const [small, large] = [Math.min(low, high), Math.max(low, high)]
        expect(taxOf(less, small)).toBeLessThanOrEqual(taxOf(more, large))
      }),
    )
  })
})
