import { expect, test } from 'vitest'
import { demo, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { lockAttempt } from './attempt.sql.ts'
import { lockBilling, storeBillingCustomer } from './billing/billing.sql.ts'
import { lockChargeback } from './chargebacks/chargeback.sql.ts'
import { deleteCard, setDefaultCard, storeCard, storeCustomerProfile } from './methods/payment-profile.sql.ts'
import { claimDueRefunds, lockRefund } from './refunds/refund-attempt.sql.ts'
import { openRefundShop, type Purchase } from './refunds/refunds.fixture.ts'
import { resolvePayments } from './resolve-payments.ts'
import { lockSource } from './risk/pending-attempts.sql.ts'
import { reportOutcomes } from './risk/report-outcomes.ts'
import { bookExternalReversal } from './settlement/book-foreign.ts'
import { findCapture } from './settlement/capture.sql.ts'
import { beginComparison, failComparison } from './settlement/comparison.sql.ts'
import { resolveDiscrepancy } from './settlement/resolve-discrepancy.ts'

/** Steps two transactions over each lock of payments, cards, refunds and settlements. */
const shop = await openRefundShop()
const { app } = shop
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })
const staff = await app.ctx(await app.actorOf(shop.staff.user_id, 'SSD'), 'SSD')

/** Whether `run` waits for a transaction that holds a row of this table. */
async function waitsForRow(
  table: 'cart' | 'customer_order' | 'payment_attempt' | 'payment' | 'refund_attempt' | 'chargeback',
  id: number,
  run: (inner: Ctx) => PromiseLike<unknown>,
): Promise<boolean> {
  const column = table === 'customer_order' ? 'order_id' : `${table}_id`
  const { waited } = await inTurn(
    system,
    ({ sql }) => sql`select from ${sql(`checkout.${table}`)} where ${sql(column)} = ${id} for no key update`,
    () => system.tx(async (inner) => run(inner)),
  )
  return waited
}

async function attemptOf({ order_id }: Purchase) {
  const [row] = await read<{ payment_attempt_id: number; cart_id: number }>`
    select a.payment_attempt_id, o.cart_id from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where order_id = ${order_id}`
  return row!
}

test('the result of an attempt waits for the cart, the order and the attempt', async () => {
  const purchase = await shop.buy()
  const { payment_attempt_id, cart_id } = await attemptOf(purchase)
  // A paid cart is deleted, and another one replaces it.
  const [cart] = await read<{ cart_id: number }>`
    insert into checkout.cart (organization_id, user_id) values (1, ${purchase.buyer.user_id})
    on conflict do nothing returning cart_id`
  const other = cart?.cart_id ?? cart_id
  await read`update checkout.customer_order set cart_id = ${other} where order_id = ${purchase.order_id}`
  const lock = (inner: Ctx) => lockAttempt(inner, payment_attempt_id)
  expect(await waitsForRow('cart', other, lock)).toBe(true)
  expect(await waitsForRow('customer_order', purchase.order_id, lock)).toBe(true)
  expect(await waitsForRow('payment_attempt', payment_attempt_id, lock)).toBe(true)
})

test("changes to an organization's payment methods are serialized", async () => {
  await system.tx((inner) => storeBillingCustomer(inner, 1, 'customer of the test'))
  expect(await takesTurns(system, (inner) => lockBilling(inner, 1))).toBe(true)
})

test('a chargeback waits for its payment and for its case', async () => {
  const { payment_id } = await shop.buy()
  const [chargeback] = await read<{ chargeback_id: number }>`
    insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on)
    values (1, ${payment_id}, 'TURN-1', 'staff', 100, '2026-01-02') returning chargeback_id`
  const { chargeback_id } = chargeback!
  const lock = (inner: Ctx) => lockChargeback(inner.as({ organization: staff.organization }), chargeback_id)
  expect(await waitsForRow('payment', payment_id, lock)).toBe(true)
  expect(await waitsForRow('chargeback', chargeback_id, lock)).toBe(true)
})

test('a person has one default card, even if their cards change at the same moment', async () => {
  const { user_id } = await shop.newStudent()
  const owner = { user_id, organization_id: 1 }
  await system.tx((inner) => storeCustomerProfile(inner, owner, `customer ${user_id}`))
  const store = (inner: Ctx, name: string) =>
    storeCard(inner, owner, { gateway_profile_id: name, brand: 'Visa', last_4: '1111' })
  const profiles = await inTurn(
    system,
    (inner) => store(inner, `a${user_id}`),
    () => system.tx((inner) => store(inner, `b${user_id}`)),
  )
  const [a, b] = [profiles.first, profiles.second as number]
  const defaults = async () => {
    const rows = await read<{ id: number }>`
      select payment_profile_id as id from checkout.payment_profile where user_id = ${user_id} and default_ind`
    return rows.map(({ id }) => id)
  }
  expect(await defaults()).toEqual([a])
  const result = await inTurn(
    system,
    (inner) => setDefaultCard(inner, user_id, b),
    () => system.tx((inner) => setDefaultCard(inner, user_id, a)),
  )
  expect([result.waited, await defaults()]).toEqual([true, [a]])
  const holdProfile = ({ sql }: Ctx) =>
    sql`select from checkout.customer_profile where user_id = ${user_id} for no key update`
  const set = await inTurn(system, holdProfile, () => system.tx((inner) => setDefaultCard(inner, user_id, b)))
  const forgotten = await inTurn(system, holdProfile, () => system.tx((inner) => deleteCard(inner, user_id, b)))
  expect([set.waited, forgotten.waited, await defaults()]).toEqual([true, true, [a]])
})

async function pendingRefund() {
  const { payment_id, order_id } = await shop.buy()
  const [refund] = await read<{ refund_attempt_id: number }>`
    insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt,
                                         request_id, refunded_before_cents, state, amount_cents, created_by, called_at)
    select 1, payment_attempt_id, ${payment_id}, 'staff', 'refund', 'refund', left(gen_random_uuid()::text, 20),
           gen_random_uuid(), 0, 'unknown', 100, ${shop.staff.user_id}, platform.now() - interval '2 minutes'
    from checkout.payment_attempt where order_id = ${order_id} returning refund_attempt_id`
  return { payment_id, refund_attempt_id: refund!.refund_attempt_id }
}

test('the result of a refund waits for its payment and for the refund; only one sweep claims it', async () => {
  const { payment_id, refund_attempt_id } = await pendingRefund()
  const lock = (inner: Ctx) => lockRefund(inner, refund_attempt_id)
  expect(await waitsForRow('payment', payment_id, lock)).toBe(true)
  expect(await waitsForRow('refund_attempt', refund_attempt_id, lock)).toBe(true)
  const claimed = await inTurn(system, claimDueRefunds, () => claimDueRefunds(system))
  expect(claimed).toMatchObject({ first: [{ refund_attempt_id }], second: [], waited: false })
})

test('an attempt that one worker is settling is skipped by another', async () => {
  const { payment_attempt_id } = await attemptOf(await shop.buy())
  await read`
    update checkout.payment_attempt
    set state = 'unknown', checked_at = null, tell_at = platform.now() - interval '1 minute', assessment_id = 1
    where payment_attempt_id = ${payment_attempt_id}`
  const hold = ({ sql }: Ctx) => sql`
    select from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id} for no key update`
  expect(await inTurn(system, hold, () => resolvePayments(system))).toMatchObject({ second: 0, waited: false })
  expect(await inTurn(system, hold, () => reportOutcomes(system))).toMatchObject({ second: 0, waited: false })
  await read`update checkout.payment_attempt set tell_at = null where payment_attempt_id = ${payment_attempt_id}`
  expect(await resolvePayments(system)).toBe(1)
})

const minute = 60_000
/** A capture that bought nothing: it arrived after its attempt was given up and the order was rewritten. */
async function surplus() {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { paying, release } = await shop.slowly(student.user_id, await payment(student, shop))
  await app.moveClock(16 * minute)
  await resolvePayments(system)
  await student.post('/cart/addToCart', { course_website_id: demo.spanish })
  await student.post('/payment/process', await payment(student, shop, {}, refused))
  release()
  await expect(paying).rejects.toThrow('PAYMENT_RUNNING')
  return shop.simulator.ledger().captures.at(-1)!.transaction_id
}

test('a surplus returned at the gateway is booked once', async () => {
  const transaction_id = await surplus()
  const [attempt] = await read<{ payment_attempt_id: number; amount_cents: number }>`
    select payment_attempt_id, amount_cents from checkout.payment_attempt where transaction_id = ${transaction_id}`
  const { payment_attempt_id, amount_cents } = attempt!
  const transaction = { provider: 'authorize_net', transaction_id } as const
  const foreignTransaction = { ...transaction, way: 'void', gateway_cents: amount_cents } as const
  const capture = (await findCapture(system, transaction, null))!
  const { second } = await inTurn(
    system,
    (inner) => bookExternalReversal(inner, capture, foreignTransaction),
    () => bookExternalReversal(system, capture, foreignTransaction),
  )
  expect(second).toEqual([])
  const refunds = await read`
    select from checkout.refund_attempt where payment_attempt_id = ${payment_attempt_id} and state = 'approved'`
  expect(refunds).toHaveLength(1)
})

test('the same failure of a comparison is announced once', async () => {
  await beginComparison(system, 'authorize_net')
  const fail = (inner: Ctx) => failComparison(inner, 'authorize_net', 'The gateway is down.')
  expect(await inTurn(system, fail, () => system.tx(fail))).toMatchObject({ first: true, second: false })
})

test('a resolved discrepancy keeps its first note', async () => {
  const fault = { provider: 'authorize_net', transaction_id: 'TURN1', kind: 'missing', organization_id: 1 }
  const [row] = await read<{ discrepancy_id: number }>`
    insert into checkout.discrepancy ${read(fault)} returning discrepancy_id`
  const { discrepancy_id } = row!
  await inTurn(
    staff,
    (inner) => resolveDiscrepancy.run(inner, { discrepancy_id, note: 'First' }),
    () => resolveDiscrepancy.run(staff, { discrepancy_id, note: 'Second' }),
  )
  expect(await read`select note from checkout.discrepancy where discrepancy_id = ${discrepancy_id}`).toEqual([
    { note: 'First' },
  ])
})

test.each([
  ['network', { address: '203.0.113.9' }, { address: '203.0.113.77' }, [null, null], true],
  ['browser', { address: '', device: 'one' }, { address: '', device: 'one' }, [null, null], true],
  ['account', { address: '', device: 'two' }, { address: '', device: 'three' }, [1, 1], true],
  ['nothing', { address: '203.0.113.9', device: 'four' }, { address: '198.51.100.9', device: 'five' }, [1, 2], false],
] as const)('attempts with the same %s are counted one after the other', async (_, item, other, accounts, waits) => {
  const lock = (request: Partial<Ctx['request']>, inner: Ctx, account: number | null) => {
    const { device: _, ...own } = inner.request
    return lockSource({ ...inner, request: { ...own, ...request } }, account)
  }
  const { waited } = await inTurn(
    system,
    (inner) => lock(item, inner, accounts[0]),
    () => system.tx((inner) => lock(other, inner, accounts[1])),
  )
  expect(waited).toBe(waits)
})
