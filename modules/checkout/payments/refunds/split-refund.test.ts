import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endsByDefault, remainingCents, splitByWeight, splitRefund } from './split-refund.shared.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 })
const sum = (all: readonly number[]) => all.reduce((total, amount) => total + amount, 0)

test('parts add up to the amount exactly, and none exceeds its weight', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, share) => {
        const all = sum(weights)
        fc.pre(all > 0)
        const amount = Math.round(all * share)
        const parts = splitByWeight(amount, weights)
        expect(sum(parts)).toBe(amount)
        parts.forEach((part, index) => {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(weights[index]!)
          expect(Math.abs(part - (amount * weights[index]!) / all)).toBeLessThan(1)
        })
      },
    ),
  )
})

test('an amount above the weights, as with added tax, is distributed in proportion', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 }),
      cents,
      (weights, tax) => {
        const total = sum(weights) + tax
        const parts = splitByWeight(total, weights)
        expect(sum(parts)).toBe(total)
        for (const [index, part] of parts.entries()) expect(part).toBeGreaterThanOrEqual(weights[index]!)
      },
    ),
  )
})

const line = fc.record({
  order_item_id: fc.integer(),
  paid_cents: cents,
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('refunds of any amounts in any order return what was paid and no cent more, line by line', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 20 }),
      (drafts, amounts) => {
        const lines = drafts.map(({ order_item_id, paid_cents }) => ({ order_item_id, paid_cents, returned_cents: 0 }))
        const paid = sum(drafts.map(({ paid_cents }) => paid_cents))
        for (const amount_cents of [...amounts, paid]) {
          const remaining = sum(lines.map(remainingCents))
          const amount = Math.min(amount_cents, remaining)
          const parts = splitRefund(amount, lines)
          expect(sum(parts)).toBe(amount)
          parts.forEach((part, index) => {
            expect(part).toBeLessThanOrEqual(remainingCents(lines[index]!))
            lines[index]!.returned_cents += part
          })
        }
        expect(lines.map(remainingCents)).toEqual(lines.map(() => 0))
      },
    ),
  )
})

test('a course ends with the last cent of its line, or of the order if free; not with a part', () => {
  const paidLine = { order_item_id: 1, paid_cents: 1995, returned_cents: 0 }
  expect(endsByDefault(paidLine, 1995, false)).toBe(true)
  expect(endsByDefault(paidLine, 1994, false)).toBe(false)
  expect(endsByDefault({ ...paidLine, returned_cents: 995 }, 1000, false)).toBe(true)
  expect(endsByDefault({ ...paidLine, returned_cents: 1995 }, 0, true)).toBe(false)
  expect(endsByDefault({ ...paidLine, paid_cents: 0 }, 0, false)).toBe(false)
  expect(endsByDefault({ ...paidLine, paid_cents: 0 }, 0, true)).toBe(true)
})
