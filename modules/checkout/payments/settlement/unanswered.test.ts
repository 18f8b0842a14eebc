import { afterEach, expect, test } from 'vitest'
import { demo, payment } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import { openGatewayDesk } from './settlement.fixture.ts'
import { recordUnanswered } from './unanswered.sql.ts'

const shop = await openRefundShop()
const { app, simulator, staff } = shop
const { disputes } = openGatewayDesk(shop)
const sql = app.database.read
const sweep = async () => resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
const hour = 3_600_000

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

/** Advances the time, in a staff session that has not expired. */
async function moveClockBy(milliseconds: number) {
  await app.moveClock(milliseconds)
  await shop.prove()
}

/** A day on which the gateway does not respond. */
async function passSilentDay() {
  await moveClockBy(25 * hour)
  simulator.scriptQueries('failure-500-before-capture', 'failure-500-before-capture')
  await sweep()
  await shop.sweep()
  simulator.clearScripts()
}

test('a payment without a response for a day awaits staff of its organization, once, until it has one', async () => {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const send = await payment(buyer, shop)
  simulator.script('reset-after-capture')
  expect((await buyer.post('/payment/process', send)).body.pending).toBe(true)
  const [{ attempt } = { attempt: '' }] = await sql<{ attempt: string }>`
    select attempt from checkout.payment_attempt where state = 'unknown'`
  await passSilentDay()
  const expected = { kind: 'unanswered_payment', transaction_id: attempt, booked_amount: 19.95, gateway_amount: null }
  await sweep()
  expect(await disputes()).toMatchObject([expected])
  expect((await (await shop.addSomeone('LSD', 1)).get('/payment/discrepancies')).body.discrepancies).toEqual([])
  await moveClockBy(hour)
  expect(await sweep()).toBe(1)
  await sweep()
  expect(await disputes()).toEqual([])
})

test('a refund without a response for a day also awaits staff', async () => {
  const purchase = await shop.buy()
  simulator.script('reset-after-capture')
  expect((await shop.refund(purchase, { amount: 5 })).body.pending).toBe(true)
  await passSilentDay()
  expect(await disputes()).toMatchObject([{ kind: 'unanswered_refund', booked_amount: 5 }])
  await moveClockBy(hour)
  expect(await shop.sweep()).toBe(1)
  await sweep()
  expect(await disputes()).toEqual([])
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 500 })
})

test.each([
  ['awaiting', false],
  ['calling', true],
  ['unknown', true],
  ['approved', false],
  ['declined', false],
  ['failed', false],
])('a refund that has been %s for a day awaits staff: %s', async (state, waits) => {
  const purchase = await shop.buy()
  const [refund] = await sql<{ refund_attempt_id: number; attempt: string }>`
    insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt, request_id,
                                         refunded_before_cents, state, amount_cents, called_at, settled_at)
    select organization_id, payment_attempt_id, payment_id, 'gateway', 'refund', 'refund', 'day-' || ${state}::text,
           gen_random_uuid(), 0, ${state}, 1, platform.now() - interval '25 hours',
           case when ${!['awaiting', 'calling', 'unknown'].includes(state)} then platform.now() end
    from checkout.payment where payment_id = ${purchase.payment_id} returning refund_attempt_id, attempt`
  const { refund_attempt_id, attempt } = refund!
  await recordUnanswered(await app.ctx({ kind: 'system', name: 'test' }))
  const open = (await disputes()).filter(({ transaction_id }) => transaction_id === attempt)
  await sql`delete from checkout.refund_attempt where refund_attempt_id = ${refund_attempt_id}`
  await sql`delete from checkout.discrepancy where transaction_id = ${attempt}`
  expect(open.map(({ kind }) => kind)).toEqual(waits ? ['unanswered_refund'] : [])
})

test('a discrepancy resolved by staff does not return', async () => {
  const purchase = await shop.buy()
  simulator.script('reset-after-capture')
  await shop.refund(purchase, { amount: 5 })
  await passSilentDay()
  const [dispute] = await disputes()
  await staff.put('/payment/resolveDiscrepancy', {
    discrepancy_id: dispute!.discrepancy_id,
    note: 'Called the gateway.',
  })
  await sweep()
  expect(await disputes()).toEqual([])
  await moveClockBy(hour)
  expect(await shop.sweep()).toBe(1)
})

test('queries each of many unanswered refunds in turn', async () => {
  const purchase = await shop.buy()
  await sql`
    insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt, request_id,
                                         refunded_before_cents, state, amount_cents, called_at)
    select p.organization_id, p.payment_attempt_id, p.payment_id, 'gateway', 'refund', 'refund', 'stuck-' || n,
           gen_random_uuid(), 0, 'unknown', 1, platform.now() - interval '10 minutes'
    from checkout.payment p, generate_series(1, 150) n where p.payment_id = ${purchase.payment_id}`
  const countUnchecked = async () => (await sql`select 1 from checkout.refund_attempt where checked_at is null`).length
  const before = await countUnchecked()
  await shop.sweep()
  expect(await countUnchecked()).toBe(before - 100)
  await shop.sweep()
  expect(await countUnchecked()).toBe(before - 150)
  await sql`delete from checkout.refund_attempt where attempt like 'stuck-%'`
})
