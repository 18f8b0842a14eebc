import { afterAll, expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop } from './refunds.fixture.ts'

const shop = await openRefundShop()
const { app, staff } = shop
const { read } = app.database

const tax = (tax_hundredths: number) => read`
  insert into checkout.checkout_settings ${read({ organization_id: 1, tax_hundredths })}
  on conflict (organization_id) do update set tax_hundredths = excluded.tax_hundredths`
afterAll(() => tax(0))

const cents = (dollars: number) => Math.round(dollars * 100)
type Sums = Record<'price' | 'discounts' | 'shipping' | 'refunds' | 'net' | 'taxes', number>
const sales = async () => {
  const [row] = (await staff.get('/report/run/sales?format=json')).body.rows as Sums[]
  return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, cents(Number(value))])) as Sums
}
const growth = (after: Sums, before: Sums) =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Sums]]))
/** The paid amounts in the buyer's Billing, by course. */
const amountsPaid = async (user_id: number): Promise<number[]> => {
  const { studentCourses } = (await staff.get(`/user/fetchCoursesByUserId?user_id=${user_id}`)).body
  return studentCourses.map(({ amount_paid }: { amount_paid: number }) => cents(amount_paid)).toSorted()
}
const taxesOf = (order_id: number) => read<{ order_item_id: number; price_cents: number; tax_cents: number }>`
  select order_item_id, price_cents, tax_cents from checkout.v_line_tax where order_id = ${order_id}
  order by order_item_id`

test.each([10, 725, 825, 1_111, 3_000])(
  'a tax of %i hundredths of a percent is split over the lines to the cent',
  async (rate) => {
    await tax(rate)
    const purchase = await shop.buy([demo.improvement, demo.spanish])
    const { lines } = await shop.refundable(purchase)
    const taxes = await taxesOf(purchase.order_id)
    expect(taxes.map(({ price_cents, tax_cents }) => price_cents + tax_cents)).toEqual(
      lines.map(({ paid }: { paid: number }) => cents(paid)),
    )
    const [order] = await read<{ tax_cents: number }>`
    select tax_cents from checkout.customer_order where order_id = ${purchase.order_id}`
    expect(order!.tax_cents).toBeGreaterThan(0)
    expect(taxes.reduce((sum, { tax_cents }) => sum + tax_cents, 0)).toBe(order!.tax_cents)
  },
)

test('a refunded taxed order leaves the net sales unchanged', async () => {
  await tax(725)
  const before = await sales()
  const purchase = await shop.buy([demo.improvement])
  const salesGrowth = growth(await sales(), before)
  expect(salesGrowth).toMatchObject({ price: 1_995, refunds: 0, net: 1_995, taxes: 145 })
  await shop.refund(purchase)
  expect(growth(await sales(), before)).toMatchObject({ price: 1_995, refunds: 1_995, net: 0, taxes: 0 })
})

test('sales and refunds exclude taxes, and with taxes equal the paid amount less refunds', async () => {
  await tax(825)
  const before = await sales()
  const purchase = await shop.buy([demo.improvement, demo.spanish])
  const total = cents(purchase.total)
  const salesGrowth = growth(await sales(), before)
  expect(salesGrowth.net! + salesGrowth.taxes!).toBe(total)
  for (const [returned, amount] of [
    [0, 733],
    [733, 1],
    [734, total - 734],
  ] as const) {
    await shop.prove()
    const input = { amount: amount / 100, existing_refund_amount: returned / 100 }
    expect((await shop.refund(purchase, input)).status).toBe(200)
    const now = growth(await sales(), before)
    expect(now.net! + now.taxes!).toBe(total - returned - amount)
    expect(now.price! - now.discounts! + now.shipping! - now.refunds!).toBe(now.net)
  }
  expect(growth(await sales(), before)).toMatchObject({ net: 0, taxes: 0 })
})

test("'Amount Paid' includes the tax and excludes refunds", async () => {
  await tax(725)
  const purchase = await shop.buy([demo.improvement, demo.spanish])
  const { user_id } = purchase.buyer
  const lines: { order_item_id: number; paid: number }[] = (await shop.refundable(purchase)).lines
  const paid = lines.map((line) => cents(line.paid))
  expect(await amountsPaid(user_id)).toEqual(paid.toSorted())
  expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(cents(purchase.total))
  const [first] = lines
  const refund = { amount: 5, lines: [{ order_item_id: first!.order_item_id, amount: 5 }] }
  expect((await shop.refund(purchase, refund)).status).toBe(200)
  expect(await amountsPaid(user_id)).toEqual([paid[0]! - 500, paid[1]!].toSorted())
  const remaining = cents(purchase.total) - 500
  expect((await shop.refund(purchase, { amount: remaining / 100, existing_refund_amount: 5 })).status).toBe(200)
  expect(await amountsPaid(user_id)).toEqual([0, 0])
})

test('a void leaves nothing paid', async () => {
  await tax(725)
  const before = await sales()
  const purchase = await shop.buy([demo.improvement], false)
  expect((await shop.void(purchase)).status).toBe(200)
  expect(await amountsPaid(purchase.buyer.user_id)).toEqual([0])
  expect(growth(await sales(), before)).toMatchObject({ net: 0, taxes: 0 })
})
