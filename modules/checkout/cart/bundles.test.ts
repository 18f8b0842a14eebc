import { beforeAll, describe, expect, test } from 'vitest'
import { demo, guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

const shop = await openShop()
const { app } = shop
const sql = app.database.read

const bundle = (bundleId: number, partId: number) => sql`
  insert into catalogue.course_bundle (course_version_id, course_id, position)
  select a.course_version_id, b.course_id, 1 from catalogue.v_course_website a, catalogue.v_course_website b
  where a.course_website_id = ${bundleId} and b.course_website_id = ${partId}`
// The improvement course bundles the Spanish one, and claims to bundle itself.
beforeAll(async () => {
  await bundle(demo.improvement, demo.spanish)
  await bundle(demo.improvement, demo.improvement)
})

type Client = Awaited<ReturnType<typeof guestWith>>['client']
const cartOf = async (client: Client, guest_id?: string) =>
  (await client.get(`/cart/items${guest_id ? `?guest_id=${guest_id}` : ''}`)).body

describe('a bundle', () => {
  test('adds its course with it, without a separate price or choices', async () => {
    const { client, guest_id } = await guestWith(shop)
    const { cartItems, total } = await cartOf(client, guest_id)
    expect(total).toBe(19.95)
    const [bundleItem, part] = cartItems
    expect(cartItems).toHaveLength(2)
    expect(bundleItem).toMatchObject({ course_website_id: demo.improvement, price: 19.95, bundled_cart_item_id: null })
    expect(part).toMatchObject({
      course_website_id: demo.spanish,
      price: 0,
      total: 0,
      bundled_cart_item_id: bundleItem.id,
      shippingMethods: [],
      addOns: [],
    })
  })

  test('owes the platform the fee of the bundle, and none of the courses included with it', async () => {
    await sql`update catalogue.course_website set admin_fee_cents = 200`
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id, student: newPerson() })
    const { order_id } = (await client.post('/payment/process', send)).body
    const lines = await sql`
      select course_website_id, admin_fee_cents from checkout.order_item where order_id = ${order_id} order by order_item_id`
    expect(lines).toEqual([
      { course_website_id: demo.improvement, admin_fee_cents: 200 },
      { course_website_id: demo.spanish, admin_fee_cents: 0 },
    ])
  })

  test('absorbs a course that is already in the cart, and drops its promo code and audio', async () => {
    const { client, guest_id } = await guestWith(shop, demo.spanish)
    const [item] = (await cartOf(client, guest_id)).cartItems
    await client.post('/cart/updateCartItem', { cart_item_id: item.id, audio_ind: 1, lk_shipping_type_id: 3, guest_id })
    expect((await client.post('/cart/addToCart', { course_website_id: demo.improvement, guest_id })).status).toBe(200)
    const { cartItems, total, shipping, addOns } = await cartOf(client, guest_id)
    expect([cartItems.length, total, shipping, addOns]).toEqual([2, 19.95, 0, 0])
  })

  test('keeps its courses: none can be changed, saved for later or removed separately', async () => {
    const { client, guest_id } = await guestWith(shop)
    const { cartItems } = await cartOf(client, guest_id)
    for (const call of ['/cart/updateCartItem', '/cart/saveForLater', '/cart/removeFromCart']) {
      const response = await client.post(call, { cart_item_id: cartItems[1].id, guest_id })
      expect([call, response.status, response.body.code]).toEqual([call, 422, 'ITEM_IN_BUNDLE'])
    }
    await client.post('/cart/removeFromCart', { cart_item_id: cartItems[0].id, guest_id })
    expect((await cartOf(client, guest_id)).cartItems).toEqual([])
  })

  test('is saved for later and restored as a whole', async () => {
    const { client, guest_id } = await guestWith(shop)
    const [{ id }] = (await cartOf(client, guest_id)).cartItems
    await client.post('/cart/saveForLater', { cart_item_id: id, guest_id })
    const cart = await cartOf(client, guest_id)
    expect([cart.cartItems.length, cart.savedItems.length]).toEqual([0, 1])
    await client.post('/cart/saveForLater', { cart_item_id: id, saved: false, guest_id })
    expect((await cartOf(client, guest_id)).cartItems).toHaveLength(2)
  })

  test('is moved to the student who signs in, and absorbs a course they already have in the cart', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const { guest_id } = await guestWith(shop)
    await mergeGuestCart(await app.ctx(), guest_id, student.user_id)
    const { cartItems, total } = await cartOf(student)
    expect([cartItems.length, total]).toEqual([2, 19.95])
    expect(cartItems[1].bundled_cart_item_id).toBe(cartItems[0].id)
  })

  test('T-26: a course is free only with its bundle: alone, or removed by the author, it cannot be bought', async () => {
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id, student: newPerson() })
    await sql`delete from catalogue.course_bundle b using catalogue.v_course_website w
              where w.course_website_id = ${demo.spanish} and b.course_id = w.course_id`
    const { cartItems, total } = await cartOf(client, guest_id)
    expect([cartItems.length, total]).toEqual([1, 19.95])
    await bundle(demo.improvement, demo.spanish)
    await sql`update catalogue.course_website set min_price_cents = 1996 where course_website_id = ${demo.improvement}`
    expect((await cartOf(client, guest_id)).cartItems).toEqual([])
    expect((await client.post('/payment/process', { ...send, total: 0 })).body.code).toBe('CART_EMPTY')
    await sql`update catalogue.course_website set min_price_cents = null where course_website_id = ${demo.improvement}`
  })

  test('two courses that bundle each other cost one price, never nothing', async () => {
    await bundle(demo.spanish, demo.improvement)
    const { client, guest_id } = await guestWith(shop, demo.spanish)
    const { cartItems, total } = await cartOf(client, guest_id)
    expect([cartItems.length, total]).toEqual([2, cartItems[0].price])
    expect(total).toBeGreaterThan(0)
    const other = await client.post('/cart/addToCart', { course_website_id: demo.improvement, guest_id })
    expect(other.body.message).toBe('This item is already in your cart.')
    await sql`delete from catalogue.course_bundle b using catalogue.v_course_website w
              where w.course_website_id = ${demo.spanish} and b.course_version_id = w.course_version_id`
  })

  test('is paid once and opens each of its courses; the order total is the sum of its lines', async () => {
    const { client, guest_id } = await guestWith(shop)
    await client.get(`/promocode/applyCode?code=SUNNY5&guest_id=${guest_id}`)
    const student = newPerson()
    const response = await client.post('/payment/process', await payment(client, shop, { guest_id, student }))
    expect(response.status).toBe(200)
    const lines = await sql<{ price_cents: number; discount_cents: number; student_course_id: number | null }>`
      select price_cents, discount_cents, student_course_id from checkout.order_item
      where order_id = ${response.body.order_id} order by order_item_id`
    expect(lines).toMatchObject([
      { price_cents: 1995, discount_cents: 500 },
      { price_cents: 0, discount_cents: 0 },
    ])
    expect(new Set(lines.map(({ student_course_id }) => student_course_id)).size).toBe(2)
    expect(lines.every(({ student_course_id }) => student_course_id !== null)).toBe(true)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is approved and captured at PayPal for its price', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const { creditCard: _, total: amount, ...form } = await payment(student, shop)
    const response = await student.post('/payment/authorizePayPal', { ...form, amount, lk_payment_type_id: 3 })
    shop.paypal.approve(response.body.wallet_order_id)
    const orderBody = { intent_id: form.intent_id, amount, lk_payment_type_id: 3, payer_id: 'SIMPAYER00001' }
    expect((await student.post('/order/checkout', orderBody)).status).toBe(200)
    expect(shop.paypal.ledger().captures.at(-1)).toMatchObject({ amount_cents: 1995 })
    expect(await shop.bookFaults()).toEqual([])
  })
})

describe('an optional part of a bundle', () => {
  const setRequired = (required_ind: boolean) => sql`
    update catalogue.course_bundle b set required_ind = ${required_ind} from catalogue.v_course_website w
    where w.course_website_id = ${demo.spanish} and b.course_id = w.course_id`
  beforeAll(async () => {
    await sql`delete from catalogue.course_bundle`
    await bundle(demo.improvement, demo.spanish)
    await setRequired(false)
  })
  const open = async () => {
    const { client, guest_id } = await guestWith(shop)
    const { cartItems } = await cartOf(client, guest_id)
    expect(cartItems[1].optional_ind).toBe(true)
    return { client, guest_id, part: cartItems[1].id as number }
  }

  test.each(['/cart/removeFromCart', '/cart/saveForLater'])(
    'is removed by %s and added again, for the same total',
    async (call) => {
      const { client, guest_id, part } = await open()
      expect((await client.post(call, { cart_item_id: part, guest_id })).status).toBe(200)
      const without = await cartOf(client, guest_id)
      expect([without.cartItems.length, without.total, without.savedItems]).toEqual([1, 19.95, []])
      expect(without.leftOutItems).toMatchObject([{ id: part, bundled_cart_item_id: without.cartItems[0].id }])
      await client.post('/cart/saveForLater', { cart_item_id: part, saved: false, guest_id })
      const result = await cartOf(client, guest_id)
      expect([result.cartItems.length, result.total, result.leftOutItems]).toEqual([2, 19.95, []])
      expect(result.cartItems[1]).toMatchObject({ price: 0, bundled_cart_item_id: result.cartItems[0].id })
    },
  )

  test('is neither bought nor opened when left out, and is gone after the payment', async () => {
    const { client, guest_id, part } = await open()
    await client.post('/cart/removeFromCart', { cart_item_id: part, guest_id })
    const before = await shop.enrollments()
    const response = await client.post(
      '/payment/process',
      await payment(client, shop, { guest_id, student: newPerson() }),
    )
    expect(response.status).toBe(200)
    expect((await shop.enrollments()) - before).toBe(1)
    expect((await sql`select from checkout.cart_item where cart_item_id = ${part}`).length).toBe(0)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('T-26: added from its own page it returns to the bundle, with nothing the bundle does not include', async () => {
    const { client, guest_id, part } = await open()
    await client.post('/cart/removeFromCart', { cart_item_id: part, guest_id })
    const cartForm = { course_website_id: demo.spanish, audio_ind: 1, lk_shipping_type_id: 3, guest_id }
    expect((await client.post('/cart/addToCart', cartForm)).status).toBe(200)
    const { cartItems, total } = await cartOf(client, guest_id)
    expect(total).toBe(19.95)
    expect(cartItems[1]).toMatchObject({ id: part, audio_ind: false, price: 0, bundled_cart_item_id: cartItems[0].id })
  })

  test('stays left out after its guest signs in, and affects no one else', async () => {
    const { client, guest_id, part } = await open()
    const student = await shop.newStudent()
    expect((await student.post('/cart/removeFromCart', { cart_item_id: part })).status).toBe(404)
    await client.post('/cart/removeFromCart', { cart_item_id: part, guest_id })
    await mergeGuestCart(await app.ctx(), guest_id, student.user_id)
    const { cartItems, leftOutItems } = await cartOf(student)
    expect([cartItems.length, leftOutItems.length]).toEqual([1, 1])
  })

  test('is included again once its author requires it', async () => {
    const { client, guest_id, part } = await open()
    await client.post('/cart/removeFromCart', { cart_item_id: part, guest_id })
    await setRequired(true)
    const { cartItems, leftOutItems } = await cartOf(client, guest_id)
    await setRequired(false)
    expect([cartItems.length, leftOutItems]).toEqual([2, []])
  })
})
