import { expect, test } from 'vitest'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { lockCart } from './cart/cart.sql.ts'
import { lockPlacedOrder } from './charges/cancel-order.ts'
import { openChargeShop } from './charges/charges.fixture.ts'
import { demo } from './checkout.fixture.ts'
import { lockKeyByHash, lockKeys } from './keys/key.sql.ts'
import { selectOwnBatch } from './keys/key-batch.sql.ts'
import { makeKeys } from './keys/keys.fixture.ts'
import { revokeBatch } from './keys/revoke-batch.ts'
import { takeDueEmails } from './leaver/leaver-email.sql.ts'
import { saveLeaverPromoCode } from './leaver/leaver-promo-code.ts'
import { lockOpenOrder } from './orders/prepare-open-order.ts'
import { setTracking } from './orders/set-tracking.ts'
import { deleteOrEndCodes } from './promo-codes/delete-or-end.sql.ts'
import { lockPromoCode } from './promo-codes/promo.sql.ts'
import { savePromoCodes } from './promo-codes/save-promo-codes.ts'
import { saveCheckoutSettings } from './settings/save-checkout-settings.ts'

/** Steps two transactions over each lock of carts, orders, keys, promo codes and settings. */
const shop = await openChargeShop()
const { app, staff } = shop
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })
const admin = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))

const asStudent = async ({ user_id }: { user_id: number }) => app.ctx(await app.actorOf(user_id))

async function unpaidOrder() {
  const student = await shop.newStudent()
  const { body } = await staff.post('/student/addUnpaidStudentCourse', {
    user_id: student.user_id,
    course_website_id: demo.improvement,
    request_id: crypto.randomUUID(),
  })
  return { student, order_id: body.order_id as number }
}

test("changes of a person's cart are serialized", async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const ctx = await asStudent(student)
  expect(await takesTurns(ctx, (inner) => lockCart(inner, { user_id: student.user_id }))).toBe(true)
})

test('a cancellation and a payment of an order wait for each other', async () => {
  const { student, order_id } = await unpaidOrder()
  expect(await takesTurns(admin, (inner) => lockPlacedOrder(inner, order_id))).toBe(true)
  const { intent_id, total } = await shop.paymentBody(student, order_id)
  const ctx = await asStudent(student)
  expect(await takesTurns(ctx, (inner) => lockOpenOrder(inner, { order_id, intent_id, total }))).toBe(true)
})

test('a second tracking number is recorded as a change of the first', async () => {
  const { student, order_id } = await unpaidOrder()
  await shop.pay(student, order_id)
  const [item] = await read<{ order_item_id: number }>`
    update checkout.order_item set lk_shipping_type_id = 2 where order_id = ${order_id} returning order_item_id`
  const { order_item_id } = item!
  const set = (tracking_number: string) => setTracking.run(admin, { order_item_id, tracking_number })
  await inTurn(
    admin,
    (inner) => setTracking.run(inner, { order_item_id, tracking_number: 'FIRST' }),
    () => set('SECOND'),
  )
  const events = await read<{ before: string; after: string }>`
    select before ->> 'tracking_number' as before, after ->> 'tracking_number' as after from platform.audit_event
    where action = 'order.tracking' and subject = ${`order_item_id:${order_item_id}`} order by audit_event_id`
  expect(events.map(({ after }) => after)).toEqual(['FIRST', 'SECOND'])
  expect(events[1]!.before).toBe('FIRST')
})

test('keys, and the codes of a batch, are taken one after the other', async () => {
  const { authorization_key_batch_id, codes } = await makeKeys(staff, demo.improvement, 2)
  expect(codes).toHaveLength(2)
  const keys = await read<{ authorization_key_id: number; code_hash: Buffer; organization_id: number }>`
    select authorization_key_id, code_hash, organization_id from checkout.authorization_key
    where authorization_key_batch_id = ${authorization_key_batch_id} order by authorization_key_id`
  const ids = keys.map(({ authorization_key_id }) => authorization_key_id)
  const { code_hash, organization_id } = keys[0]!
  expect(await takesTurns(admin, (inner) => lockKeys(inner, ids))).toBe(true)
  expect(await takesTurns(admin, (inner) => lockKeyByHash(inner, code_hash, [organization_id]))).toBe(true)
  const take = { lock: true }
  expect(await takesTurns(admin, (inner) => selectOwnBatch(inner, authorization_key_batch_id, take))).toBe(true)
})

test('a batch is revoked once, with the first reason', async () => {
  const { authorization_key_batch_id } = await makeKeys(staff, demo.improvement, 2)
  const revoke = (reason: string) => ({ authorization_key_batch_id, reason })
  const { first, second } = await inTurn(
    admin,
    (inner) => revokeBatch.run(inner, revoke('Lost')),
    () => revokeBatch.run(admin, revoke('Found')),
  )
  expect([first, second]).toMatchObject([{ revoked: 2 }, { revoked: 0 }])
  const reasons = await read<{ reason: string }>`
    select distinct revoke_reason as reason from checkout.authorization_key
    where authorization_key_batch_id = ${authorization_key_batch_id}`
  expect(reasons).toEqual([{ reason: 'Lost' }])
})

test('a due email to a leaver is taken by one worker, and no other waits for it', async () => {
  const { user_id } = await shop.newStudent()
  await read`
    insert into checkout.leaver_letter (organization_id, intent_id, user_id, due_at)
    values (1, ${crypto.randomUUID()}, ${user_id}, platform.now() - interval '1 minute')`
  const emails = await inTurn(system, takeDueEmails, () => system.tx(takeDueEmails))
  expect(emails).toEqual({ first: [expect.any(Number)], second: [], waited: false })
})

async function addCode(code: string) {
  const result = await savePromoCodes.run(admin, { promoCodes: [{ code, dollar_amount_off: 5 }] })
  return result.promoCodes[0]!.promo_code_id
}

test('refuses to offer leavers a code that is being deleted', async () => {
  const promo_code_id = await addCode('LEAVING')
  const leaver = { promo_code_id, enabled: true, mobileSeconds: 60, scrollup: true }
  const { second } = await inTurn(
    admin,
    (inner) => deleteOrEndCodes(inner, [promo_code_id]),
    () => saveLeaverPromoCode.run(admin, { leaver }),
  )
  expect(second).toBe('NOT_FOUND')
})

test('ends a code that is just put into a cart, and does not delete it', async () => {
  const promo_code_id = await addCode('CARTED')
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { second } = await inTurn(
    system,
    ({ sql }) => sql`
      update checkout.cart_item set promo_code_id = ${promo_code_id}
      where cart_id = (select cart_id from checkout.cart where user_id = ${student.user_id})`,
    () => admin.tx((inner) => deleteOrEndCodes(inner, [promo_code_id])),
  )
  expect(second).toEqual({ deleted: [], ended: [promo_code_id] })
})

test('uses of a promo code are counted one after the other', async () => {
  const promo_code_id = await addCode('COUNTED')
  expect(await takesTurns(admin, (inner) => lockPromoCode(inner, promo_code_id))).toBe(true)
})

test('refuses a promo code that someone else is adding', async () => {
  const promoCodes = [{ code: 'TWICE', dollar_amount_off: 5 }]
  const { second } = await inTurn(
    admin,
    (inner) => savePromoCodes.run(inner, { promoCodes }),
    () => savePromoCodes.run(admin, { promoCodes }),
  )
  expect(second).toBe('PROMO_TAKEN')
})

test('refuses checkout settings that are based on a version being replaced', async () => {
  const save = (taxPercent: number) => ({ settings: { taxPercent }, version: 0 })
  const { first, second } = await inTurn(
    admin,
    (inner) => saveCheckoutSettings.run(inner, save(1)),
    () => saveCheckoutSettings.run(admin, save(2)),
  )
  expect([first, second]).toMatchObject([{ version: 1 }, 'CONFLICT'])
})
