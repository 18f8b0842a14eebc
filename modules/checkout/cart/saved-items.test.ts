import { describe, expect, test } from 'vitest'
import { demo, guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

const shop = await openShop()
const { app } = shop

type Item = { id: number; course_website_id: number }
type Client = Awaited<ReturnType<typeof guestWith>>['client']
const cartOf = async (client: Client, guest_id?: string) => {
  const { body } = await client.get(`/cart/items${guest_id ? `?guest_id=${guest_id}` : ''}`)
  const ids = (items: Item[]) => items.map(({ course_website_id }) => course_website_id)
  return { ...body, inCart: ids(body.cartItems), saved: ids(body.savedItems) }
}
/** A guest with a course in the cart and a saved one. */
async function guestWithSaved() {
  const { client, guest_id } = await guestWith(shop)
  const { body } = await client.post('/cart/addToCart', { course_website_id: demo.spanish, guest_id })
  const { cart_item_id } = body
  expect((await client.post('/cart/saveForLater', { cart_item_id, guest_id })).status).toBe(200)
  return { client, guest_id, cart_item_id }
}

describe('a course that is saved for later', () => {
  test('is not counted, is listed apart with its price, and returns with its choices', async () => {
    const { client, guest_id } = await guestWith(shop)
    const [item] = (await cartOf(client, guest_id)).cartItems
    const choices = { cart_item_id: item.id, lk_shipping_type_id: 2, audio_ind: 1, guest_id }
    await client.post('/cart/updateCartItem', choices)
    const save = (saved: boolean) => client.post('/cart/saveForLater', { cart_item_id: item.id, saved, guest_id })
    expect((await save(true)).status).toBe(200)
    expect(await cartOf(client, guest_id)).toMatchObject({ inCart: [], saved: [demo.improvement], total: 0 })
    const [savedItem] = (await cartOf(client, guest_id)).savedItems
    expect(savedItem).toMatchObject({ id: item.id, name: 'Basic Driver Improvement', price: 19.95 })
    expect((await client.get(`/user/guest?guestId=${guest_id}`)).body.guest.count).toBe(0)
    expect((await save(false)).status).toBe(200)
    expect(await cartOf(client, guest_id)).toMatchObject({ inCart: [demo.improvement], saved: [], total: 32.9 })
  })

  test('is saved once, however often it is requested', async () => {
    const { client, guest_id, cart_item_id } = await guestWithSaved()
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => client.post('/cart/saveForLater', { cart_item_id, guest_id })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await cartOf(client, guest_id)).toMatchObject({ inCart: [demo.improvement], saved: [demo.spanish] })
  })

  test('loses its promo code, and no one pays less for it', async () => {
    const { client, guest_id } = await guestWith(shop)
    await client.get(`/promocode/applyCode?code=SUNNY5&guest_id=${guest_id}`)
    const [item] = (await cartOf(client, guest_id)).cartItems
    for (const saved of [true, false])
      await client.post('/cart/saveForLater', { cart_item_id: item.id, saved, guest_id })
    expect(await cartOf(client, guest_id)).toMatchObject({ discount: 0, total: 19.95 })
  })

  test('returns to the cart when it is added again', async () => {
    const { client, guest_id } = await guestWithSaved()
    const response = await client.post('/cart/addToCart', { course_website_id: demo.spanish, guest_id })
    expect(response.status).toBe(200)
    expect(await cartOf(client, guest_id)).toMatchObject({ saved: [], inCart: [demo.improvement, demo.spanish] })
  })

  test('can be removed', async () => {
    const { client, guest_id, cart_item_id } = await guestWithSaved()
    expect((await client.post('/cart/removeFromCart', { cart_item_id, guest_id })).status).toBe(200)
    expect((await cartOf(client, guest_id)).saved).toEqual([])
  })

  test('cannot be saved for later or moved back by another visitor, or with malformed input', async () => {
    const { cart_item_id } = await guestWithSaved()
    const other = await guestWith(shop)
    for (const guest_id of [other.guest_id, undefined]) {
      const response = await other.client.post('/cart/saveForLater', { cart_item_id, saved: false, guest_id })
      expect(response.status).toBe(404)
    }
    const student = await shop.newStudent()
    expect((await student.post('/cart/saveForLater', { cart_item_id })).status).toBe(404)
    expect((await student.post('/cart/saveForLater', { cart_item_id: 'x' })).status).toBe(400)
    const staff = await app.as(await app.userId('instructor@example.com'))
    expect((await staff.post('/cart/saveForLater', { cart_item_id })).status).toBe(403)
  })

  test('stays where it is while the rest is paid, and then belongs to the new student', async () => {
    const { client, guest_id } = await guestWithSaved()
    const student = newPerson()
    const response = await client.post('/payment/process', await payment(client, shop, { guest_id, student }))
    expect(response.status).toBe(200)
    const buyer = await app.as(await app.userId(student.email))
    expect(await cartOf(buyer)).toMatchObject({ inCart: [], saved: [demo.spanish] })
    const [order] = await app.database.read<{ items: number }>`
      select count(*)::integer as items from checkout.order_item where order_id = ${response.body.order_id}`
    expect(order!.items).toBe(1)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('cannot be moved while the cart is being paid', async () => {
    const { client, guest_id, cart_item_id } = await guestWithSaved()
    shop.simulator.script('reset-after-capture')
    await client.post('/payment/process', await payment(client, shop, { guest_id, student: newPerson() }))
    const response = await client.post('/cart/saveForLater', { cart_item_id, saved: false, guest_id })
    expect([response.status, response.body.code]).toEqual([409, 'PAYMENT_RUNNING'])
  })
})

describe('signing in', () => {
  test("brings the guest's saved items along, except those in one of the carts", async () => {
    const student = await shop.newStudent()
    const response = await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    await student.post('/cart/saveForLater', { cart_item_id: response.body.cart_item_id })
    const { guest_id } = await guestWithSaved()
    const ctx = await app.ctx()
    const movedIds = await Promise.all([1, 2].map(() => mergeGuestCart(ctx, guest_id, student.user_id)))
    expect(movedIds.toSorted()).toEqual([0, 2])
    expect(await cartOf(student)).toMatchObject({ inCart: [demo.improvement], saved: [demo.spanish] })
  })

  test("keeps a course in the student's cart that the guest had saved for later", async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const { guest_id } = await guestWithSaved()
    await mergeGuestCart(await app.ctx(), guest_id, student.user_id)
    expect(await cartOf(student)).toMatchObject({ inCart: [demo.spanish, demo.improvement], saved: [] })
  })
})

describe('related courses', () => {
  const related = async (client: Client, guest_id: string) =>
    (await client.get(`/cart/related?guest_id=${guest_id}`)).body.related as Item[]

  test("are the author's recommendations and courses of the same state, without those in the cart", async () => {
    const { client, guest_id } = await guestWithSaved()
    await app.database.read`
      insert into catalogue.course_upsell (course_version_id, course_id, position)
      select a.course_version_id, b.course_id, 1 from catalogue.v_course_website a, catalogue.v_course_website b
      where a.course_website_id = ${demo.improvement} and b.course_website_id in (${demo.teen}, ${demo.spanish})`
    const ids = (await related(client, guest_id)).map(({ course_website_id }) => course_website_id)
    expect(ids[0]).toBe(demo.teen)
    expect(ids).not.toContain(demo.spanish)
    expect(ids).not.toContain(demo.improvement)
    const [item] = (await cartOf(client, guest_id)).cartItems
    expect(item.courseUpsells).toMatchObject([{ course_website_id: demo.teen, name: expect.any(String) }])
    await app.database.read`delete from catalogue.course_upsell`
  })

  test('exclude courses the student already has', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const fetchOffers = async () =>
      (await student.get('/cart/related')).body.related.map((item: Item) => item.course_website_id)
    expect(await fetchOffers()).toContain(demo.teen)
    await app.database.read`
      insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id)
      select organization_id, ${student.user_id}, course_version_id, course_website_id
      from catalogue.v_course_website where course_website_id = ${demo.teen}`
    expect(await fetchOffers()).not.toContain(demo.teen)
  })

  test('are empty without a cart', async () => {
    expect((await app.visitor().get('/cart/related')).body.related).toEqual([])
  })
})
