import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxOf } from './tax.shared.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.integer({ min: 0, max: 3_000 })

describe('the tax', () => {
  test('is the percentage of what is left after discounts, half a cent rounded up', () => {
    expect(taxOf(1995, 825)).toBe(165)
    expect(taxOf(1000, 725)).toBe(73)
    expect(taxOf(1000, 724)).toBe(72)
    expect(taxOf(100, 3000)).toBe(30)
  })

  test('is nothing without a rate and nothing of nothing', () => {
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

  test('is whole cents, at most half a cent from the exact sum', () => {
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

  test('never falls when the sum or the rate grows', () => {
    fc.assert(
      fc.property(cents, cents, rate, rate, (one, two, low, high) => {
        const [less, more] = [Math.min(one, two), Math.max(one, two)]
        const [small, large] = [Math.min(low, high), Math.max(low, high)]
        expect(taxOf(less, small)).toBeLessThanOrEqual(taxOf(more, large))
      }),
    )
  })
})
