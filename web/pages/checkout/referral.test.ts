import { beforeAll, expect, test } from 'vitest'
import { openShop } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { encodeId, encodeIds } from '#platform/ids.ts'
import type { Client } from '#tests/support/app.ts'

const shop = await openShop()
const { app } = shop
let boss: Someone
let teacher: Someone
let seller: Someone
let formerStaff: Someone
beforeAll(async () => {
  boss = await addStaff(app, 'SSD')
  teacher = await addSomeone(app, 'SSD', 2)
  seller = await addStaff(app, 'LSD')
  formerStaff = await addStaff(app, 'SSD')
  await app.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${formerStaff.user_id}`
})

const [improvement, spanish] = [1001, 1002]
const from = (role: 'administrator' | 'instructor', { user_id }: Someone) => `${role}=${encodeId(user_id)}`
const follow = async (query: string, client = app.visitor('SSD')) => {
  await client.visit(`/login?${query}`)
  return client
}
const newestReferrer = async () => {
  const [cart] = await app.database.read<{ referred_by_user_id: number | null }>`
    select referred_by_user_id from checkout.cart order by cart_id desc limit 1`
  return cart!.referred_by_user_id
}
/** Adds the course to the cart and opens the checkout. */
const fill = async (client: Client, course_website_id = improvement) => {
  await client.visit('/cart/add', { course_website_id: String(course_website_id) })
  await client.visit('/checkout')
  return newestReferrer()
}

test("a staff member's link is stored with the cart, for every course its visitor buys", async () => {
  expect(await fill(await follow(from('administrator', boss)))).toBe(boss.user_id)
  expect(await fill(await follow(from('instructor', teacher)))).toBe(teacher.user_id)
})

test('a link adds its courses to the cart once: removed ones stay removed', async () => {
  const client = await follow(`cart=${encodeIds([improvement, spanish])}&${from('administrator', boss)}`)
  expect((await client.visit('/checkout')).status).toBe(303)
  const { text } = await client.visit('/checkout')
  expect(text).toContain('Basic Driver Improvement')
  expect(text).toContain('Manejo Defensivo')
  expect(await newestReferrer()).toBe(boss.user_id)
  const cart_item_id = /id="item-(\d+)"/.exec(text)![1]!
  await client.visit('/checkout', { action: 'remove', cart_item_id })
  const after = await client.visit('/checkout')
  expect(after.status).toBe(200)
  expect(after.text).not.toContain(`id="item-${cart_item_id}"`)
})

test('the last link counts, and a link of a course alone does not replace the referrer', async () => {
  const client = await follow(from('administrator', boss))
  await fill(client)
  await follow(from('instructor', teacher), client)
  await client.visit(`/checkout?course=${encodeId(spanish)}`)
  expect(await newestReferrer()).toBe(teacher.user_id)
})

test('T-25: ignores a referrer who is not staff, has left, or belongs to a sibling or a sub-organization', async () => {
  const student = await addSomeone(app, 'SSD')
  const problems = [
    from('administrator', student),
    from('instructor', boss),
    from('administrator', teacher),
    from('administrator', formerStaff),
    `administrator=${encodeId(2_000_000_000)}`,
    `administrator=${boss.user_id}`,
  ]
  for (const query of problems) expect([query, await fill(await follow(query))]).toEqual([query, null])
  // Gulf Coast is not below Lone Star.
  const client = await follow(from('administrator', seller), app.visitor('GCT'))
  expect(await fill(client, 1006)).toBeNull()
})

test('a guest who signs in keeps the referrer; the order names them, and the next cart starts without', async () => {
  const student = await shop.newStudent()
  const visitor = await follow(from('administrator', boss))
  await fill(visitor)
  const [guest] = await app.database.read<{ cart_id: number }>`
    select cart_id from checkout.cart order by cart_id desc limit 1`
  expect(guest).toBeDefined()
  await follow(from('administrator', boss), student)
  await student.visit('/cart/add', { course_website_id: String(spanish) })
  await student.visit('/checkout')
  expect(await newestReferrer()).toBe(boss.user_id)
  const cart = (await student.get('/cart/items')).body
  const response = await student.post('/payment/process', {
    intent_id: cart.intent_id,
    total: cart.total,
    creditCard: shop.creditCard(),
    agreement: { accepted: true, typed: 'I agree', opened: true },
  })
  expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.anything()])
  const [order] = await app.database.read`
    select referred_by_user_id from checkout.customer_order order by order_id desc limit 1`
  expect(order).toEqual({ referred_by_user_id: boss.user_id })
  expect(await newestReferrer()).toBeNull()
})
