import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildEntries,
  computePart,
  type InvoiceEntry,
  listDueEntries,
  type SoldLine,
  totalInvoice,
} from './invoice-rule.shared.ts'

const day = 86_400_000
const start = Date.UTC(2026, 0, 1)
const dayAfter = (days: number) => new Date(start + days * day)

/** A paid line with refunds that follow its sale and never exceed the payment. */
const soldLine = (order_item_id: number) =>
  fc
    .record({
      billed_ind: fc.boolean(),
      price_cents: fc.integer({ min: 0, max: 50_000 }),
      extras: fc.integer({ min: 0, max: 5_000 }),
      admin_fee_cents: fc.integer({ min: 0, max: 2_000 }),
      percentOff: fc.integer({ min: 0, max: 100 }),
      tax: fc.integer({ min: 0, max: 30 }),
      sold: fc.integer({ min: 0, max: 300 }),
      refunds: fc.array(
        fc.record({ share: fc.integer({ min: 1, max: 100 }), after: fc.integer({ min: 0, max: 60 }) }),
        {
          maxLength: 4,
        },
      ),
      isFull: fc.boolean(),
      shop: fc.option(fc.integer({ min: 0, max: 60 })),
    })
    .map(({ percentOff, tax, extras, sold, refunds, isFull, shop, ...line }): SoldLine => {
      const gross = line.price_cents + extras
      const discount_cents = Math.floor((gross * percentOff) / 100)
      const net = gross - discount_cents
      const paid_cents = net + Math.floor((net * tax) / 100)
      let remaining = paid_cents
      let days = sold
      const refundLines = refunds.map(({ share, after }, index) => {
        const amount_cents = isFull && index === refunds.length - 1 ? remaining : Math.floor((remaining * share) / 100)
        remaining -= amount_cents
        days += after
        return { refund_line_id: order_item_id * 10 + index, amount_cents, refunded_at: dayAfter(days) }
      })
      const fromShop = shop !== null && refunds.length === 0
      return {
        ...line,
        order_item_id,
        discount_cents,
        paid_cents,
        tax_cents: paid_cents - net,
        paid_at: dayAfter(sold),
        late_ind: false,
        refunds: refundLines.filter(({ amount_cents }) => amount_cents > 0),
        returned: fromShop ? { storefront_line_id: order_item_id, returned_at: dayAfter(sold + shop) } : null,
      }
    })

const lines = fc.array(fc.nat(), { maxLength: 12 }).chain((ids) => fc.tuple(...ids.map((_, id) => soldLine(id + 1))))
const sum = (entries: readonly Pick<InvoiceEntry, 'part_cents'>[]) =>
  entries.reduce((total, { part_cents }) => total + part_cents, 0)

/** The final value of a line, computed independently of the rule. */
function netValueOf(line: SoldLine): number {
  const net = Math.max(0, line.price_cents - line.discount_cents)
  const refunded = line.refunds.reduce((total, { amount_cents }) => total + amount_cents, 0)
  // Half a cent is rounded up; a share as a fraction would lose it.
  const tax = line.paid_cents && Math.floor((2 * refunded * line.tax_cents + line.paid_cents) / (2 * line.paid_cents))
  const remaining = Math.max(0, net - refunded + tax)
  const isReturned = (refunded > 0 && refunded >= line.paid_cents) || line.returned !== null
  return line.billed_ind ? -remaining : remaining - (isReturned ? 0 : line.admin_fee_cents)
}

describe('a line of an invoice', () => {
  const line: SoldLine = {
    order_item_id: 1,
    billed_ind: false,
    price_cents: 10_000,
    discount_cents: 1_000,
    paid_cents: 9_500,
    tax_cents: 0,
    admin_fee_cents: 200,
    paid_at: dayAfter(0),
    late_ind: false,
    refunds: [],
    returned: null,
  }
  const refund = (amount_cents: number, refund_line_id = 1) => ({
    refund_line_id,
    amount_cents,
    refunded_at: dayAfter(5),
  })

  test('a sale line is the price less discount and admin fee, without add-ons and shipping', () => {
    expect(buildEntries(line).map(({ part_cents }) => part_cents)).toEqual([8_800])
  })

  test('a canceled refund reverses all of its line, regardless of other refunds', () => {
    fc.assert(
      fc.property(soldLine(1), (saleLine) => {
        const cancelled = saleLine.refunds.map(({ refund_line_id, amount_cents }) => ({
          refund_line_id: -refund_line_id,
          amount_cents: -amount_cents,
          refunded_at: dayAfter(900),
        }))
        const [sale, ...refundEntries] = buildEntries({
          ...saleLine,
          returned: null,
          refunds: [...saleLine.refunds, ...cancelled],
        })
        expect(sum([sale!, ...refundEntries])).toBe(sale!.part_cents)
        expect(refundEntries.reduce((fees, { admin_fee_cents }) => fees + admin_fee_cents, 0)).toBe(0)
      }),
    )
  })

  test('a refund reduces the price first, and a full refund returns the admin fee', () => {
    const parts = (...refunds: SoldLine['refunds']) =>
      buildEntries({ ...line, refunds }).map((entry) => entry.part_cents)
    expect(parts(refund(4_500))).toEqual([8_800, -4_500])
    expect(parts(refund(9_500))).toEqual([8_800, -8_800])
    expect(parts(refund(9_000), refund(500, 2))).toEqual([8_800, -9_000, 200])
  })

  test('a refund line contains no tax, and returns the fee only with the last cent of tax', () => {
    const taxed = { ...line, paid_cents: 10_450, tax_cents: 950 }
    const parts = (amount_cents: number) => buildEntries({ ...taxed, refunds: [refund(amount_cents)] })[1]!.part_cents
    expect([parts(9_500), parts(10_449), parts(10_450)]).toEqual([-8_636, -9_000, -8_800])
  })

  test('a course billed to the organization subtracts its price, without a fee', () => {
    expect(buildEntries({ ...line, billed_ind: true, discount_cents: 0 }).map(({ part_cents }) => part_cents)).toEqual([
      -10_000,
    ])
  })

  test('a course sold by a shop is billed the fee only, until the shop takes it back', () => {
    const saleLine = { ...line, price_cents: 0, discount_cents: 0, paid_cents: 0 }
    expect(sum(buildEntries(saleLine))).toBe(-200)
    expect(sum(buildEntries({ ...saleLine, returned: { storefront_line_id: 1, returned_at: dayAfter(3) } }))).toBe(0)
  })

  test('is on no invoice before its time, and neither is a refund of an unsettled sale', () => {
    const refunded = { ...line, refunds: [refund(100)] }
    const dueEntries = (settled: string[], from: number, to: number) =>
      listDueEntries(refunded, new Map(settled.map((entry) => [entry, 0])), dayAfter(from), dayAfter(to)).map(
        ({ entry }) => entry,
      )
    expect(dueEntries([], 0, 1)).toEqual(['sale:1'])
    expect(dueEntries([], 1, 9)).toEqual([])
    expect(dueEntries(['sale:1'], 1, 5)).toEqual([])
    expect(dueEntries(['sale:1'], 1, 6)).toEqual(['refund:1'])
    expect(dueEntries(['sale:1'], 40, 50)).toEqual(['refund:1'])
    expect(dueEntries(['sale:1', 'refund:1'], 0, 50)).toEqual([])
    expect(dueEntries([], 0, 50)).toEqual(['sale:1', 'refund:1'])
    const lateEntries = listDueEntries({ ...refunded, late_ind: true }, new Map(), dayAfter(1), dayAfter(2))
    expect(lateEntries.map(({ entry }) => entry)).toEqual(['sale:1'])
  })
})

test('a second refund takes only the part of the price that earlier invoices left', () => {
  const saleLine: SoldLine = {
    order_item_id: 1,
    billed_ind: false,
    price_cents: 10_000,
    discount_cents: 0,
    admin_fee_cents: 0,
    paid_cents: 11_000,
    tax_cents: 1_000,
    paid_at: dayAfter(1),
    late_ind: false,
    refunds: [
      { refund_line_id: 1, amount_cents: 5_500, refunded_at: dayAfter(2) },
      { refund_line_id: 2, amount_cents: 5_500, refunded_at: dayAfter(3) },
    ],
    returned: null,
  }
  const second = (first_cents: number) =>
    listDueEntries(
      saleLine,
      new Map([['sale:1', 0] as const, ['refund:1', first_cents] as const]),
      dayAfter(3),
      dayAfter(4),
    )[0]!.refund_cents
  expect(second(5_000)).toBe(5_000)
  // The rule of earlier releases took the tax from the price, too.
  expect(second(5_500)).toBe(4_500)
})

describe('any mix of sales, discounts and refunds', () => {
  test('has the same total over any consecutive periods as all lines together', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 599 }), { maxLength: 8 })
    fc.assert(
      fc.property(lines, cuts, (saleLines, days) => {
        const bounds = [0, ...days.toSorted((a, b) => a - b), 600]
        const settled = new Map<string, number>()
        let total = 0
        for (const [index, end] of bounds.slice(1).entries()) {
          const entries = saleLines.flatMap((line) =>
            listDueEntries(line, settled, dayAfter(bounds[index]!), dayAfter(end)),
          )
          for (const { entry, refund_cents } of entries) {
            expect(settled.has(entry)).toBe(false)
            settled.set(entry, refund_cents)
          }
          total += sum(entries)
        }
        expect(total).toBe(saleLines.reduce((all, line) => all + netValueOf(line), 0))
      }),
      { numRuns: 500 },
    )
  })

  test('has totals that agree with its lines, and owes the earnings less the billed amount', () => {
    fc.assert(
      fc.property(lines, (saleLines) => {
        const all = saleLines.flatMap((line) =>
          buildEntries(line).map((entry) => ({ ...entry, billed_ind: line.billed_ind })),
        )
        const sums = totalInvoice(all)
        expect(sums.total_cents).toBe(sum(all))
        const ofKind = (billed: boolean) => all.filter(({ billed_ind }) => billed_ind === billed)
        expect(sums.earned_cents).toBe(ofKind(false).reduce((total, entry) => total + computePart(entry, false), 0))
        expect(sums.billed_cents + sum(ofKind(true))).toBe(0)
      }),
    )
  })
})
