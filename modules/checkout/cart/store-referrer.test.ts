import { expect, test } from 'vitest'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { storeReferrer } from './store-referrer.ts'

/** The people whom a link may name as the referrer of a cart. */
const shop = await openShop()
const { app } = shop
const { read } = app.database
const [administrator, instructor] = ['administrator', 'instructor'] as const

/** A buyer at LST, which is below LSD, with a course in the cart. */
async function buyer() {
  const student = await addSomeone(app, 'LST')
  await read`
    insert into checkout.cart (organization_id, user_id)
    select organization_id, user_id from identity.person where user_id = ${student.user_id}`
  const actor = await app.actorOf(student.user_id, 'LST')
  const referrer = async () => {
    const [cart] = await read<{ id: number | null }>`
      select referred_by_user_id as id from checkout.cart where user_id = ${student.user_id}`
    return cart!.id
  }
  return { actor, referrer }
}

test.each([
  { title: 'an admin of the site', code: 'LST', role: 1, named: administrator, stored: true },
  { title: 'an admin of the organization above', code: 'LSD', role: 1, named: administrator, stored: true },
  { title: 'an instructor of the site', code: 'LST', role: 2, named: instructor, stored: true },
  { title: 'an admin of another organization', code: 'SSD', role: 1, named: administrator, stored: false },
  { title: 'an instructor named as an admin', code: 'LST', role: 2, named: administrator, stored: false },
  { title: 'an admin named as an instructor', code: 'LST', role: 1, named: instructor, stored: false },
  { title: 'a student', code: 'LST', role: 3, named: administrator, stored: false },
])('$title as the referrer is stored: $stored', async ({ code, role, named, stored }) => {
  const { actor, referrer } = await buyer()
  const { user_id } = await addSomeone(app, code, role)
  await storeReferrer(await app.ctx(actor, 'LST'), { referrer: { role: named, user_id } } as never, null)
  expect(await referrer()).toBe(stored ? user_id : null)
})

test('an admin who was disabled or deleted is not stored, nor a link that staff follow as the student', async () => {
  const { actor, referrer } = await buyer()
  const { user_id } = await addSomeone(app, 'LST', 1)
  const follow = async (as: object = {}) =>
    storeReferrer(
      await app.ctx({ ...actor, ...as } as never, 'LST'),
      { referrer: { role: administrator, user_id } } as never,
      null,
    )
  await follow({ viewed_by: user_id })
  expect(await referrer()).toBeNull()
  for (const change of [{ lk_user_status_id: 2 }, { deleted_at: new Date(0) }]) {
    await read`update identity.person set ${read(change)} where user_id = ${user_id}`
    await follow()
    expect(await referrer()).toBeNull()
    await read`update identity.person set lk_user_status_id = 1, deleted_at = null where user_id = ${user_id}`
  }
  await follow()
  expect(await referrer()).toBe(user_id)
})

test('an order names the referrer of its cart, and the next cart has none', async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { user_id } = await addSomeone(app, 'SSD', 1)
  await read`update checkout.cart set referred_by_user_id = ${user_id} where user_id = ${student.user_id}`
  const { order_id } = (await student.post('/payment/process', await payment(student, shop))).body
  const [order] = await read`
    select o.referred_by_user_id as ordered, c.referred_by_user_id as next
    from checkout.customer_order o join checkout.cart c using (user_id) where order_id = ${order_id}`
  expect(order).toEqual({ ordered: user_id, next: null })
})
