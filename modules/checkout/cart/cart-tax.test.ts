import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo, guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'

const shop = await openShop()
const { app } = shop
const sql = app.database.read

// 8.25 % tax, and certificates by mail by default.
beforeAll(async () => {
  await sql`insert into checkout.checkout_settings (organization_id, tax_hundredths, lk_shipping_type_id) values (1, 825, 2)`
})
afterAll(async () => {
  await sql`delete from checkout.checkout_settings`
})

test("the organization's tax is part of the total, and of the order to the cent", async () => {
  const { client, guest_id } = await guestWith(shop)
  const { body } = await client.get(`/cart/items?guest_id=${guest_id}`)
  // 19.95 plus 7.95 for shipping.
  expect(body).toMatchObject({ subtotal: 19.95, shipping: 7.95, tax: 2.3, total: 30.2 })
  const shipping = { address1: '1 Main St', city: 'Orlando', stateId: 10, zip: '32801' }
  const send = await payment(client, shop, { guest_id, student: newPerson(), shipping })
  const untaxed = await client.post('/payment/process', { ...send, total: 27.9 })
  expect([untaxed.status, untaxed.body.cart.tax]).toEqual([409, 2.3])
  const response = await client.post('/payment/process', send)
  expect(response.status).toBe(200)
  const [order] = await sql<{ tax_cents: number; total_cents: number }>`
    select tax_cents, total_cents from checkout.customer_order where order_id = ${response.body.order_id}`
  expect(order).toEqual({ tax_cents: 230, total_cents: 3020 })
  expect(shop.simulator.ledger().captures.at(-1)).toMatchObject({ amount_cents: 3020 })
  expect(await shop.bookFaults()).toEqual([])
})

test("a course without a chosen delivery uses the organization's default if it offers it", async () => {
  const { client, guest_id } = await guestWith(shop)
  const cartForm = { course_website_id: demo.spanish, lk_shipping_type_id: 1, guest_id }
  await client.post('/cart/addToCart', cartForm)
  await client.post('/cart/addToCart', { course_website_id: demo.teen, guest_id })
  const { cartItems } = (await client.get(`/cart/items?guest_id=${guest_id}`)).body
  const types = cartItems.map((item: { lk_shipping_type_id: number | null }) => item.lk_shipping_type_id)
  expect(types).toEqual([2, 1, null])
})
