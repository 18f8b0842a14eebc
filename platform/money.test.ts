import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, toCents, toDollars } from './money.ts'

describe('money', () => {
  it("parses the contract's dollars without loss", () => {
    expect([19.95, '19.95', 0.1, '7', '-3.5', 13.96].map(toCents)).toEqual([1995, 1995, 10, 700, -350, 1396])
  })

  it('parses cents after a comma, as in Spanish, and never a thousand as one', () => {
    expect(['19,95', ' 7,00 ', '-3,50'].map(toCents)).toEqual([1995, 700, -350])
    for (const invalidValue of ['1,000', '1,00.50', ',50', '1.000,00'])
      expect(() => toCents(invalidValue)).toThrow(RangeError)
  })

  it('converts every amount to dollars and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (cents) => {
        expect(toCents(toDollars(cents))).toBe(cents)
      }),
    )
  })

  it('refuses anything but an amount of dollars and cents', () => {
    for (const invalidValue of ['', '1.999', 'abc', '1e3', '12,5', 'NaN'])
      expect(() => toCents(invalidValue)).toThrow(RangeError)
  })

  it("is formatted in the reader's language", () => {
    expect(formatMoney(1995, 'en-us')).toBe('$19.95')
    expect(formatMoney(102495, 'es-es')).toBe('$1,024.95')
    expect(formatMoney(2495, 'es-es')).toBe('$24.95')
  })
})
