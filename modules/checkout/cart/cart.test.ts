import { describe, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { demo, guestWith, newPerson, openShop, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import type { Client } from '#tests/support/app.ts'
import { findCart } from './cart.sql.ts'
import { countCartItems } from './count-items.ts'
import { forgetBuyer } from './forget-buyer.ts'
import { hashGuestId } from './guest.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'
import { priceCart } from './priced-cart.ts'

const shop = await openShop()
const { app } = shop

describe('a cart', () => {
  test("T-35: a visitor's cart is found by the guest_id of its first course, and by nothing else", async () => {
    const { client, guest_id } = await guestWith(shop)
    const response = await client.get(`/cart/items?guest_id=${guest_id}`)
    expect(response.body).toMatchObject({ total: 19.95, subtotal: 19.95, discount: 0 })
    expect(response.body.cartItems).toMatchObject([
      { price: 19.95, invoice_ind: false, lk_shipping_type_id: 1, audio_ind: false, promoCode: null },
    ])
    expect(response.body.cartItems[0].courseVersionDetail.name).toBe('Basic Driver Improvement')
    expect((await client.get('/cart/items')).body.cartItems).toEqual([])
    const other = await client.get(`/cart/items?guest_id=${'x'.repeat(43)}`)
    expect(other.body).toMatchObject({ cartItems: [], intent_id: null, total: 0 })
  })

  test('holds a course once', async () => {
    const { client, guest_id } = await guestWith(shop)
    const response = await client.post('/cart/addToCart', { course_website_id: demo.improvement, guest_id })
    expect(response.status).toBe(409)
    expect(response.body.message).toBe('This item is already in your cart.')
    const sameCourseElsewhere = await client.post('/cart/addToCart', { course_website_id: 1004, guest_id })
    expect(sameCourseElsewhere.status).toBe(409)
  })

  test('holds a course once, even when the button is pressed ten times at the same time', async () => {
    const { client, guest_id } = await guestWith(shop)
    const presses = await Promise.all(
      Array.from({ length: 10 }, () => client.post('/cart/addToCart', { course_website_id: demo.spanish, guest_id })),
    )
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await client.get(`/cart/items?guest_id=${guest_id}`)).body.cartItems).toHaveLength(2)
  })

  test('stays one cart for a student under simultaneous additions of different courses', async () => {
    const student = await shop.newStudent()
    const courses = [demo.improvement, demo.spanish, demo.teen]
    const presses = await Promise.all(
      [...courses, ...courses].map((course_website_id) => student.post('/cart/addToCart', { course_website_id })),
    )
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
    expect((await student.get('/cart/items')).body.cartItems).toHaveLength(3)
    const [row] = await app.database.read`
      select (select count(*)::integer from checkout.cart where user_id = ${student.user_id}) as carts,
             (select count(*)::integer from platform.audit_event
              where action = 'cart.add' and actor_user_id = ${student.user_id}) as events`
    expect(row).toEqual({ carts: 1, events: 3 })
  })

  test('is committed with its audit row: the first course of a cart is one statement', async () => {
    const count = async () => {
      const [row] = await app.database.read<{ carts: number; events: number }>`
        select (select count(*)::integer from checkout.cart) as carts,
               (select count(*)::integer from platform.audit_event where action = 'cart.add') as events`
      return row!
    }
    const before = await count()
    await guestWith(shop)
    expect(await count()).toEqual({ carts: before.carts + 1, events: before.events + 1 })
    const [event] = await app.database.read`
      select organization_id, subject, subject_user_id, actor_kind, actor_user_id, request_id <> '' as has_request_id
      from platform.audit_event where action = 'cart.add' order by audit_event_id desc limit 1`
    const visitor = { organization_id: 1, subject_user_id: null, actor_kind: 'anonymous', actor_user_id: null }
    expect(event).toEqual({ ...visitor, subject: `course_website_id:${demo.improvement}`, has_request_id: true })

    await app.database
      .read`alter table platform.audit_event add constraint no_more check (action <> 'cart.add') not valid`
    try {
      expect((await app.visitor().post('/cart/addToCart', { course_website_id: demo.improvement })).status).toBe(500)
      expect(await count()).toEqual({ carts: before.carts + 1, events: before.events + 1 })
    } finally {
      await app.database.read`alter table platform.audit_event drop constraint no_more`
    }
  })

  test('belongs to one visitor under simultaneous requests, and a refused one affects no other', async () => {
    const websiteIds = Array.from({ length: 24 }, (_, index) => [demo.improvement, demo.spanish, demo.teen][index % 3]!)
    const add = (course_website_id: number) => app.visitor().post('/cart/addToCart', { course_website_id })
    const courseOf = async (guest_id: string) =>
      (await app.visitor().get(`/cart/items?guest_id=${guest_id}`)).body.cartItems[0].course_website_id
    const { text } = app.database.read
    const constraint = `alter table checkout.cart_item add constraint no_teen check (course_website_id <> ${demo.teen})`
    await text(`${constraint} not valid`)
    const responses = await Promise.all(websiteIds.map(add)).finally(() =>
      text('alter table checkout.cart_item drop constraint no_teen'),
    )
    const openSites = websiteIds.filter((id) => id !== demo.teen)
    const guests = responses.filter(({ status }) => status === 200).map(({ body }) => body.guest_id as string)
    expect(responses.map(({ status }) => status === 200)).toEqual(websiteIds.map((id) => id !== demo.teen))
    expect(new Set(guests).size).toBe(openSites.length)
    expect(await Promise.all(guests.map(courseOf))).toEqual(openSites)
  })

  test('refuses courses that another organization sells', async () => {
    const visitor = app.visitor()
    const response = await visitor.post('/cart/addToCart', { course_website_id: demo.eldtOfGulf })
    expect(response.status).toBe(404)
    expect((await visitor.post('/cart/addToCart', { course_website_id: 999_999 })).status).toBe(404)
    expect((await app.visitor('GCT').post('/cart/addToCart', { course_website_id: demo.eldtOfGulf })).status).toBe(200)
  })

  test('includes the chosen shipping and audio in its total', async () => {
    const { client, guest_id } = await guestWith(shop)
    const item = (await client.get(`/cart/items?guest_id=${guest_id}`)).body.cartItems[0]
    expect(item.shippingMethods.map((shippingMethod: { price: unknown }) => shippingMethod.price)).toEqual([
      'FREE',
      7.95,
      29.95,
      'FREE',
    ])
    expect(item.addOns).toEqual([{ name: 'audio', price: 5, added: false }])
    const change = { cart_item_id: item.id, guest_id, lk_shipping_type_id: 2, audio_ind: 1 }
    expect((await client.post('/cart/updateCartItem', change)).status).toBe(200)
    const response = await client.get(`/cart/items?guest_id=${guest_id}`)
    expect(response.body).toMatchObject({ subtotal: 19.95, addOns: 5, shipping: 7.95, total: 32.9 })
  })

  test('refuses a shipping method that the course does not offer', async () => {
    const { client, guest_id } = await guestWith(shop, demo.teen)
    const { cartItems } = (await client.get(`/cart/items?guest_id=${guest_id}`)).body
    expect(cartItems[0].shippingMethods).toEqual([])
    const change = { cart_item_id: cartItems[0].id, guest_id, lk_shipping_type_id: 2 }
    const response = await client.post('/cart/updateCartItem', change)
    expect([response.status, response.body.message]).toEqual([422, 'You must select a valid shipping method'])
  })

  test('cannot be changed or emptied by another visitor', async () => {
    const first = await guestWith(shop)
    const second = await guestWith(shop)
    const item = (await first.client.get(`/cart/items?guest_id=${first.guest_id}`)).body.cartItems[0]
    const attack = { cart_item_id: item.id, guest_id: second.guest_id }
    expect((await second.client.post('/cart/removeFromCart', attack)).status).toBe(404)
    expect((await second.client.post('/cart/updateCartItem', { ...attack, audio_ind: 1 })).status).toBe(404)
    expect((await first.client.post('/cart/removeFromCart', { ...attack, guest_id: first.guest_id })).status).toBe(200)
    expect((await first.client.get(`/cart/items?guest_id=${first.guest_id}`)).body.cartItems).toEqual([])
  })

  test('is refused to staff', async () => {
    const instructor = await app.as(await app.userId('instructor@example.com'))
    expect((await instructor.post('/cart/addToCart', { course_website_id: demo.improvement })).status).toBe(403)
  })
})

describe('signing in with a full cart', () => {
  test("moves the guest's courses into the student's cart, each once, and invalidates the guest_id", async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const { client, guest_id } = await guestWith(shop)
    await client.post('/cart/addToCart', { course_website_id: demo.spanish, guest_id })
    const ctx = await app.ctx()
    const counts = await Promise.all([
      mergeGuestCart(ctx, guest_id, student.user_id),
      mergeGuestCart(ctx, guest_id, student.user_id),
    ])
    expect(counts.toSorted()).toEqual([0, 1])
    expect((await student.get('/cart/items')).body.cartItems).toHaveLength(2)
    expect((await client.get(`/cart/items?guest_id=${guest_id}`)).body.cartItems).toEqual([])
    expect((await client.get(`/user/guest?guestId=${guest_id}`)).status).toBe(404)
  })

  test("keeps one promo code: the student's, or else the guest's", async () => {
    for (const own of [true, false]) {
      const student = await shop.newStudent()
      await student.post('/cart/addToCart', { course_website_id: demo.improvement })
      if (own) expect((await student.get('/promocode/applyCode?code=COMEBACK10')).status).toBe(200)
      const { client, guest_id } = await guestWith(shop, demo.spanish)
      await app.database.read`
        update checkout.cart_item set promo_code_id = 501
        where cart_id = (select cart_id from checkout.cart where guest_hash = ${hashGuestId(guest_id)})`
      expect((await client.get(`/cart/items?guest_id=${guest_id}`)).body.cartItems).toHaveLength(1)
      expect(await mergeGuestCart(await app.ctx(), guest_id, student.user_id)).toBe(1)
      const { cartItems } = (await student.get('/cart/items')).body
      const codes = cartItems.flatMap(({ promoCode }: { promoCode: { code: string } | null }) => promoCode?.code ?? [])
      expect(codes).toEqual([own ? 'COMEBACK10' : 'SUNNY5'])
    }
  })

  test("the header counts the items of the cookie's cart", async () => {
    const { guest_id } = await guestWith(shop)
    const ctx = await app.ctx()
    expect(await countCartItems(ctx, `a=b; cart=${guest_id}`)).toBe(1)
    expect(await countCartItems(ctx, `cart=${'y'.repeat(43)}`)).toBe(0)
    expect(await countCartItems(ctx, '')).toBe(0)
  })
})

describe('a promo code', () => {
  const apply = async (code: string, course = demo.improvement) => {
    const { client, guest_id } = await guestWith(shop, course)
    const response = await client.get(`/promocode/applyCode?code=${encodeURIComponent(code)}&guest_id=${guest_id}`)
    return { client, guest_id, response }
  }

  test('is applied in upper or lower case, subtracts its dollars and can be removed', async () => {
    const { client, guest_id, response } = await apply(' sunny5 ')
    expect(response.body).toMatchObject({ discount: 5, total: 14.95 })
    const [item] = response.body.cartItems
    expect(item.promoCode).toEqual({ promo_code_id: 501, code: 'SUNNY5', dollar_amount_off: 5 })
    const details = await client.get(`/promocode/fetchById?promo_code_id=501&guest_id=${guest_id}`)
    expect(details.body.promoCode).toMatchObject({ code: 'SUNNY5', dollar_amount_off: 5, website_id: 101 })
    const unprivilegedResponse = await client.delete(
      `/promocode/removeCode?cart_item_id=${item.id}&guest_id=${guest_id}`,
    )
    expect(unprivilegedResponse.body).toMatchObject({ discount: 0, total: 19.95 })
  })

  test("replaces another one: codes can't be combined", async () => {
    const { client, guest_id } = await apply('SUNNY5')
    const second = await client.get(`/promocode/applyCode?code=COMEBACK10&guest_id=${guest_id}`)
    expect(second.body).toMatchObject({ discount: 10, total: 9.95 })
  })

  test('is refused when empty, unknown or of another website', async () => {
    expect((await apply('')).response.body.message).toBe('Please enter a promo code.')
    expect((await apply('NOSUCH')).response.body.message).toBe('Invalid Promo Code')
    expect((await apply('BIENVENIDO')).response.body.message).toBe('Invalid Promo Code')
    expect((await apply('TEXAS3')).response.body.message).toBe('Invalid Promo Code')
  })

  test('is invalid when disabled, expired or not started; a used-up code is refused as used up', async () => {
    const sql = app.database.read
    await sql`
      insert into checkout.promo_code (organization_id, code, dollar_amount_off_cents, enabled, starts_at, expires_at, usage_limit)
      values (1, 'OFF', 100, false, null, null, null), (1, 'OVER', 100, true, null, '2020-01-01', null),
             (1, 'LATER', 100, true, '2999-01-01', null, null), (1, 'EMPTY', 100, true, null, null, 0)`
    for (const code of ['OFF', 'OVER', 'LATER']) {
      expect((await apply(code)).response.body.message).toBe('Invalid Promo Code')
    }
    expect((await apply('EMPTY')).response.body.message).toBe('This promo code has already been used.')
  })

  test('cannot be read by its number without the code', async () => {
    const { client, guest_id } = await guestWith(shop)
    expect((await client.get(`/promocode/fetchById?promo_code_id=501&guest_id=${guest_id}`)).status).toBe(404)
  })

  test('cannot be applied from another site', async () => {
    const { guest_id } = await guestWith(shop)
    const url = `http://localhost:3000/api/promocode/applyCode?code=SUNNY5&guest_id=${guest_id}`
    const headers = { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }
    expect((await app.app.request(url, { headers })).status).toBe(403)
  })
})

describe.each([
  ['below the minimum', 'min_price_cents', 1996],
  ['above the maximum', 'max_price_cents', 1994],
])('a course whose price is %s of its website', (_case, bound, cents) => {
  const setBound = (value: number | null) => app.database.read`
    update catalogue.course_website set ${app.database.read({ [bound]: value })}
    where course_website_id = ${demo.improvement}`

  test('is not for sale, cannot be paid, and is logged', async () => {
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id, student: newPerson() })
    await setBound(cents)
    expect((await client.get(`/cart/items?guest_id=${guest_id}`)).body).toMatchObject({ cartItems: [], total: 0 })
    expect((await client.post('/payment/process', send)).body.code).toBe('CART_CHANGED')
    expect((await client.post('/payment/process', { ...send, total: 0 })).body.code).toBe('CART_EMPTY')
    const add = { course_website_id: demo.improvement }
    expect((await app.visitor().post('/cart/addToCart', add)).status).toBe(404)
    expect((await client.get(`/cart/course?course_website_id=${demo.improvement}`)).status).toBe(404)
    const text = (await client.get('/course/fetchPublicCourses')).text
    expect(text).not.toContain(`"course_website_id":${demo.improvement},`)

    const entries: unknown[] = []
    const ctx = await app.ctx()
    const log = {
      ...ctx.log,
      error: (event: string, _error: unknown, fields: unknown) => entries.push([event, fields]),
    }
    const cart = await findCart(ctx, { guest_hash: hashGuestId(guest_id) })
    await priceCart({ sql: ctx.sql, log }, cart)
    expect(entries).toEqual([['price.out_of_bounds', { course_website_id: demo.improvement }]])

    await setBound(null)
    expect((await client.get(`/cart/items?guest_id=${guest_id}`)).body.total).toBe(19.95)
  })
})

test('a price at its bounds is for sale', async () => {
  const { client, guest_id } = await guestWith(shop)
  await app.database.read`
    update catalogue.course_website set min_price_cents = price_cents, max_price_cents = price_cents
    where course_website_id = ${demo.improvement}`
  expect((await client.get(`/cart/items?guest_id=${guest_id}`)).body.total).toBe(19.95)
})

test('narration is offered and charged from 95% of the lessons on; below, a cart that has it loses it', async () => {
  const { client, guest_id } = await guestWith(shop)
  const course = { course_website_id: demo.improvement }
  const items = async () => (await client.get(`/cart/items?guest_id=${guest_id}`)).body
  const item = { cart_item_id: (await items()).cartItems[0].id, guest_id, audio_ind: 1 }
  /** Leaves this many lessons of the course on sale without a recording. */
  const leaveWithoutAudio = async (count: number) => {
    await app.database.read`
      update catalogue.component c
      set data = data || jsonb_build_object('audioAttachments', case when o.place <= ${count} then '[]' else '["media/narration-welcome.mp3"]' end::jsonb)
      from (
        select component_id, row_number() over (order by component_id) as place
        from catalogue.component p join catalogue.v_course_website w using (course_version_id)
        where w.course_website_id = ${demo.improvement} and p.lk_component_type_id = 1
      ) o
      where c.component_id = o.component_id`
    // A published version never changes, so its lessons are cached.
    clearVersionCache()
    const { course: details } = (await client.get(`/course/fetch/details?id=${demo.improvement}`)).body
    return { offered: details.audio_ind, enabled: details.audio.enabled, ...details.narration }
  }
  // 63 of 66 are 95.4%, 62 are 93.9%.
  expect(await leaveWithoutAudio(3)).toEqual({ offered: true, enabled: true, narrated: 63, lessons: 66 })
  expect((await client.post('/cart/updateCartItem', item)).status).toBe(200)
  expect(await items()).toMatchObject({ addOns: 5, total: 24.95 })
  expect(await leaveWithoutAudio(4)).toEqual({ offered: false, enabled: false, narrated: 62, lessons: 66 })
  expect(await items()).toMatchObject({ addOns: 0, total: 19.95, cartItems: [{ audio_ind: false, addOns: [] }] })
  expect((await client.post('/cart/updateCartItem', item)).status).toBe(200)
  expect(await items()).toMatchObject({ addOns: 0, total: 19.95 })
  const response = await app.visitor().post('/cart/addToCart', { ...course, audio_ind: 1 })
  const other = (await client.get(`/cart/items?guest_id=${response.body.guest_id}`)).body
  expect(other).toMatchObject({ addOns: 0, cartItems: [{ audio_ind: false }] })
  expect(await leaveWithoutAudio(0)).toMatchObject({ offered: true, narrated: 66 })
})

const attempts = ['calling', 'unknown', 'held', 'approved', 'surplus', 'declined', 'failed'] as const
describe.each(attempts)('a cart with a payment that is %s', (state) => {
  const isRunning = ['calling', 'unknown', 'held'].includes(state)
  const expected = isRunning ? 'PAYMENT_RUNNING' : undefined
  const outcome = (run: Promise<unknown>) =>
    run.then(
      () => undefined,
      (error: { kind: { code: string } }) => error.kind.code,
    )
  /** A declined payment, whose attempt is set to the state. */
  async function tried(client: Client, overrides: object = {}) {
    const { body } = await client.post('/payment/process', await payment(client, shop, { ...overrides }, refused))
    expect(body.code).toBe('PAYMENT_DECLINED')
    const [attempt] = await app.database.read<{ order_id: number }>`
      update checkout.payment_attempt
      set state = ${state}, settled_at = case when ${isRunning} then null else platform.now() end
      where payment_attempt_id = (select max(payment_attempt_id) from checkout.payment_attempt) returning order_id`
    return attempt!.order_id
  }
  const statusOf = async (order_id: number) =>
    (
      await app.database.read<{ at: number }>`
        select lk_order_status_id as at from checkout.customer_order where order_id = ${order_id}`
    )[0]!.at

  test('changes only while no payment is running', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const [{ id }] = (await student.get('/cart/items')).body.cartItems
    await tried(student)
    const responses = [
      await student.post('/cart/addToCart', { course_website_id: demo.spanish }),
      await student.post('/cart/updateCartItem', { cart_item_id: id, audio_ind: 1 }),
      await student.get('/promocode/applyCode?code=SUNNY5'),
      await student.delete(`/promocode/removeCode?cart_item_id=${id}`),
      await student.post('/cart/saveForLater', { cart_item_id: id }),
      await student.post('/cart/removeFromCart', { cart_item_id: id }),
    ]
    expect(responses.map(({ body }) => body.code)).toEqual(responses.map(() => expected))
  })

  test("does not take a guest's items while it is being paid", async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    await tried(student)
    const { guest_id } = await guestWith(shop, demo.spanish)
    expect(await outcome(mergeGuestCart(await app.ctx(), guest_id, student.user_id))).toBe(expected)
  })

  test("a guest's cart is merged or separated from its buyer only afterward, and its unpaid order is canceled", async () => {
    const student = await shop.newStudent()
    for (const leave of [
      async (guest_id: string) => mergeGuestCart(await app.ctx(), guest_id, student.user_id),
      async (guest_id: string) => forgetBuyer(await app.ctx(), guest_id),
    ]) {
      const { client, guest_id } = await guestWith(shop, demo.spanish)
      const order_id = await tried(client, { guest_id, student: newPerson() })
      expect(await outcome(leave(guest_id))).toBe(expected)
      expect(await statusOf(order_id)).toBe(isRunning ? 1 : 3)
      await student.post('/cart/removeFromCart', {
        cart_item_id: (await student.get('/cart/items')).body.cartItems[0]?.id ?? 1,
      })
    }
  })
})
