import { afterEach, describe, expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { listDifferingIds } from './compare-settlement.ts'
import { openGatewayDesk } from './settlement.fixture.ts'

const shop = await openRefundShop()
const { app, simulator, staff } = shop
const { console: bank, compare, disputes } = openGatewayDesk(shop)

afterEach(() => simulator.clearScripts())

const card = { cardNumber: '4111111111111111', expirationDate: '1239' }
const unlinkedCharge = (attempt: string) =>
  app.gateway.gateway.charge({
    attempt,
    amount_cents: 4200,
    currency: 'USD' as const,
    customer: {},
    order: { description: 'By telephone' },
    card: { kind: 'opaque', ...simulator.token(card) },
  })

describe('the daily comparison', () => {
  test('reports nothing when gateway and books agree, settled or not, refunded or not', async () => {
    const [purchase, freshPurchase] = [await shop.buy(), await shop.buy([demo.improvement], false)]
    await shop.refund(purchase, { amount: 5 })
    await shop.void(freshPurchase)
    await shop.buy([demo.improvement], false)
    expect(await compare()).toBe(0)
    simulator.settle()
    expect(await compare()).toBe(0)
    expect(await disputes()).toEqual([])
  })

  test('books changes at the gateway that had no notification', async () => {
    const [purchase, freshPurchase] = [await shop.buy(), await shop.buy([demo.improvement], false)]
    await bank.refund(purchase.transaction_id, 500)
    await bank.void(freshPurchase.transaction_id)
    expect(await compare()).toBe(2)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500 })
    expect(await shop.statuses(freshPurchase)).toMatchObject({ payment: 7, courses: [16] })
    expect([await compare(), await shop.bookFaults()]).toEqual([0, []])
  })

  test.each([
    ['a part', 5],
    ['the whole', 19.95],
  ])('drops a refund that awaits a second person when %s was returned at the gateway', async (_, dollars) => {
    const { read } = app.database
    await read`insert into checkout.checkout_settings ${read({ organization_id: 1, refund_approval_cents: 100 })}`
    const purchase = await shop.buy()
    expect((await shop.refund(purchase)).body).toMatchObject({ awaiting_approval: true })
    await read`delete from checkout.checkout_settings where organization_id = 1`
    await bank.refund(purchase.transaction_id, Math.round(dollars * 100))
    expect(await compare()).toBe(1)
    const decisions = await read<{ decision: string }>`
      select decision from checkout.refund_approval join checkout.refund_attempt using (refund_attempt_id)
      where payment_id = ${purchase.payment_id}`
    expect(decisions).toEqual([{ decision: 'overtaken' }])
    expect(await shop.statuses(purchase)).toMatchObject({ refunded: Math.round(dollars * 100) })
    expect([await disputes(), await shop.bookFaults()]).toEqual([[], []])
  })

  test('shows a capture without an order, until staff explain it', async () => {
    const { transaction_id } = await unlinkedCharge('by-telephone')
    await compare()
    await compare()
    const rows = await disputes()
    expect(rows).toMatchObject([{ kind: 'unknown_capture', transaction_id, gateway_amount: 42, booked_amount: null }])
    const { discrepancy_id } = rows[0]!
    expect((await staff.put('/payment/resolveDiscrepancy', { discrepancy_id, note: ' ' })).status).toBe(400)
    const note = 'Sold by telephone, see invoice 12.'
    expect((await staff.put('/payment/resolveDiscrepancy', { discrepancy_id, note })).body.message).toBe(
      'Discrepancy resolved.',
    )
    await compare()
    expect(await disputes()).toEqual([])
    const other = await shop.addSomeone('LSD', 1)
    expect((await other.get('/payment/discrepancies')).body.discrepancies).toEqual([])
    expect((await other.put('/payment/resolveDiscrepancy', { discrepancy_id, note })).status).toBe(404)
  })

  test('shows a different amount, and resolves it when it agrees again', async () => {
    const purchase = await shop.buy()
    const setBookedCents = (cents: number) => app.database.read`
      update checkout.payment_attempt set amount_cents = ${cents} where transaction_id = ${purchase.transaction_id}`
    await setBookedCents(1)
    await compare()
    expect(await disputes()).toMatchObject([{ kind: 'amount', booked_amount: 0.01, gateway_amount: purchase.total }])
    await setBookedCents(Math.round(purchase.total * 100))
    await compare()
    expect(await disputes()).toEqual([])
  })

  test('shows a payment unknown to the gateway, a refund canceled there, and an excess refund', async () => {
    const [missing, canceled, excessive] = [await shop.buy(), await shop.buy(), await shop.buy()]
    await app.database.read`
      update checkout.payment_attempt set transaction_id = 'nowhere' where transaction_id = ${missing.transaction_id}`
    await shop.refund(canceled, { amount: 5 })
    const [refund] = await app.database.read<{ transaction_id: string }>`
      select transaction_id from checkout.refund_attempt where payment_id = ${canceled.payment_id}`
    await bank.void(refund!.transaction_id)
    await app.database.read`
      update checkout.payment set total_cents = 100 where payment_id = ${excessive.payment_id}`
    await bank.refund(excessive.transaction_id, 500)
    await compare()
    expect((await disputes()).map(({ kind }) => kind).toSorted()).toEqual([
      'missing',
      'refund_cancelled',
      'refunded_beyond',
      'unknown_capture',
    ])
  })

  test('reports an unreadable list, and tries again', async () => {
    simulator.scriptQueries('failure-500-before-capture')
    await expect(compare()).rejects.toThrow('could not list the transactions')
  })
})

test('two lists differ by transactions in only one of them, by amounts and by outcomes', () => {
  const listed = (
    transaction_id: string,
    state: 'settled' | 'voided' | 'declined' | 'refunded',
    amount_cents = 100,
  ) => ({
    transaction_id,
    state,
    amount_cents,
  })
  const booked = (transaction_id: string, state: 'captured' | 'voided' | 'refunded', amount_cents = 100) => ({
    transaction_id,
    state,
    amount_cents,
  })
  expect(listDifferingIds([listed('a', 'settled')], [booked('a', 'captured')])).toEqual([])
  expect(listDifferingIds([listed('a', 'settled', 99)], [booked('a', 'captured')])).toEqual(['a'])
  expect(listDifferingIds([listed('a', 'voided', 0)], [booked('a', 'captured')])).toEqual(['a'])
  expect(listDifferingIds([listed('a', 'voided', 0)], [booked('a', 'voided')])).toEqual([])
  expect(listDifferingIds([listed('a', 'declined')], [booked('a', 'captured')])).toEqual(['a'])
  expect(listDifferingIds([listed('a', 'declined'), listed('b', 'voided')], [])).toEqual([])
  expect(listDifferingIds([listed('a', 'refunded')], [])).toEqual(['a'])
  expect(listDifferingIds([], [booked('a', 'voided'), booked('b', 'refunded')])).toEqual(['b'])
})
