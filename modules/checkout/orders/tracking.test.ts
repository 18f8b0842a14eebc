import { expect, test } from 'vitest'
import { sendTracking } from '#jobs/checkout/send-tracking.job.ts'
import { openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { findTrackingEmail } from './tracking-email.ts'

const shop = await openShop()
const { app } = shop
const staff = await app.as(await app.userId('admin@example.com'))
const attempt = { id: 'one', number: 1, last: false, signal: new AbortController().signal }

/** A course with a mailed certificate, or another delivery. */
async function buyCourse(lk_shipping_type_id = 2) {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: 1001 })
  const { body } = await student.post('/payment/process', await payment(student, shop))
  const id: string = body.transactionResponse.transId
  const receipt = async () => (await student.get(`/order/transaction/${id}`)).body.transaction
  const { order_item_id }: { order_item_id: number } = (await receipt()).items[0]
  await app.database.read`
    update checkout.order_item set lk_shipping_type_id = ${lk_shipping_type_id} where order_item_id = ${order_item_id}`
  return { student, receipt, order_item_id }
}
const track = (order_item_id: number, tracking_number: string, client = staff) =>
  client.put('/order/tracking', { order_item_id, tracking_number })
const facts = () => app.facts.filter(({ fact }) => fact === 'checkout.tracking_set')

test('a tracking number is on the receipt, and the student is notified once', async () => {
  const { student, receipt, order_item_id } = await buyCourse()
  expect((await track(order_item_id, ' 1Z 999 AA1 ')).body.message).toBe('Tracking number updated')
  expect((await track(order_item_id, '1Z 999 AA1')).status).toBe(200)
  expect((await receipt()).items[0].tracking_number).toBe('1Z 999 AA1')
  expect(facts()).toHaveLength(1)
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  await sendTracking.run(ctx, facts()[0]!.data, attempt)
  const email = app.mail.sent.at(-1)!
  expect(email).toMatchObject({ to: student.email, subject: 'Your certificate is on its way' })
  expect(email.text).toContain('1Z 999 AA1')
  const sentCount = app.mail.sent.length
  await sendTracking.run(ctx, facts()[0]!.data, attempt)
  expect(app.mail.sent).toHaveLength(sentCount)
  const isDue = async () => (await findTrackingEmail(ctx, { order_item_id, tracking_number: '1Z 999 AA1' })) !== null
  expect(await isDue()).toBe(true)
  await track(order_item_id, '')
  expect((await receipt()).items[0].tracking_number).toBeNull()
  expect(await isDue()).toBe(false)
})

test('no email is due to a student who has been deleted since', async () => {
  const { student, order_item_id } = await buyCourse()
  await track(order_item_id, '1Z DELETED')
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const findEmail = () => findTrackingEmail(ctx, { order_item_id, tracking_number: '1Z DELETED' })
  expect(await findEmail()).toMatchObject({ user_id: student.user_id, email: student.email })
  await app.database.read`
    update identity.person set deleted_at = platform.now() where user_id = ${student.user_id}`
  expect(await findEmail()).toBeNull()
})

test('only staff in scope set it, and it must be a number', async () => {
  const { student, order_item_id } = await buyCourse()
  expect((await track(order_item_id, '1', student)).status).toBe(403)
  expect((await track(order_item_id, '1', await addSomeone(app, 'LSD', 1))).status).toBe(404)
  expect((await track(order_item_id, '<b>1</b>')).status).toBe(400)
  expect((await track(999_999, '1')).status).toBe(404)
})

test('an unpaid line takes no tracking number', async () => {
  const { order_item_id } = await buyCourse()
  const before = facts().length
  const setPaid = (paid: boolean) => app.database.read`
    update checkout.customer_order o
    set paid_at = case when ${paid} then platform.now() end, lk_order_status_id = ${paid ? 2 : 1}
    from checkout.order_item i where i.order_id = o.order_id and i.order_item_id = ${order_item_id}`
  await setPaid(false)
  expect((await track(order_item_id, '1Z')).status).toBe(404)
  expect(facts()).toHaveLength(before)
  await setPaid(true)
  expect((await track(order_item_id, '1Z')).status).toBe(200)
})

test.each([
  ['emailed', 1, 422],
  ['mailed', 2, 200],
  ['mailed overnight', 3, 200],
  ['downloaded', 4, 422],
] as const)('a certificate that is %s has a tracking number only if it is mailed', async (_, type, status) => {
  const { receipt, order_item_id } = await buyCourse(type)
  const before = facts().length
  const response = await track(order_item_id, '1Z')
  expect(response.status).toBe(status)
  if (status === 422)
    expect([response.body.code, response.body.message]).toEqual(['NOT_MAILED', expect.stringMatching(/mail/)])
  expect((await receipt()).items[0].tracking_number).toBe(status === 200 ? '1Z' : null)
  expect(facts().length - before).toBe(status === 200 ? 1 : 0)
})

test('an old tracking number of an emailed line can be cleared', async () => {
  const { receipt, order_item_id } = await buyCourse(1)
  await app.database.read`
    update checkout.order_item set tracking_number = '1Z' where order_item_id = ${order_item_id}`
  expect((await track(order_item_id, '')).status).toBe(200)
  expect((await receipt()).items[0].tracking_number).toBeNull()
})
