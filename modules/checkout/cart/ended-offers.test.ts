import { afterEach, describe, expect, test } from 'vitest'
import { demo, guestWith, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import type { Client } from '#tests/support/app.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

const shop = await openShop()
const { app } = shop
const sql = app.database.read

const [otherOffer] = await sql<{ course_website_id: number }>`
  with site as (
    insert into catalogue.website (organization_id, code, name, url)
    select organization_id, code, 'Second site', 'https://second.example.com' from catalogue.website
    where organization_id = 1 and default_website_ind
    returning website_id, organization_id)
  insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
  select s.organization_id, s.website_id, c.course_id, 1500
  from site s, catalogue.course_website c where c.course_website_id = ${demo.improvement}
  returning course_website_id`
const { course_website_id: otherOfferId } = otherOffer!

/** Ends the offer in the carts; the organization sells the same course elsewhere. */
const endOffer = () => sql`
  update catalogue.course_website set deleted_at = now() where course_website_id = ${demo.improvement}`
afterEach(async () => {
  await sql`update catalogue.course_website set deleted_at = null where course_website_id = ${demo.improvement}`
  await sql`delete from catalogue.course_bundle`
})

const cartOf = async (client: Client, guest_id = '') =>
  (await client.get(`/cart/items${guest_id && `?guest_id=${guest_id}`}`)).body
const pricesIn = async (client: Client, guest_id?: string) =>
  (await cartOf(client, guest_id)).cartItems.map(({ price }: { price: number }) => price)

describe('a cart item whose offer has ended', () => {
  test('does not block the cart: the course can be added and paid at its current price', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    await endOffer()
    expect(await pricesIn(student)).toEqual([])
    expect((await student.post('/cart/addToCart', { course_website_id: otherOfferId })).status).toBe(200)
    expect(await pricesIn(student)).toEqual([15])
    const response = await student.post('/cart/addToCart', { course_website_id: otherOfferId })
    expect(response.body.message).toBe('This item is already in your cart.')
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })

  test("keeps the guest's choices through sign-in", async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    await endOffer()
    const { guest_id } = await guestWith(shop, otherOfferId)
    expect(await mergeGuestCart(await app.ctx(), guest_id, student.user_id)).toBe(1)
    expect(await pricesIn(student)).toEqual([15])
  })

  test.each([
    ['the guest came by a referral', true, false, 'guest'],
    ['both did', true, true, 'guest'],
    ['only the student did', false, true, 'student'],
    ['no one did', false, false, null],
  ] as const)('leaves the referrer to the cart when %s', async (_, guestCame, studentCame, expected) => {
    const [student, second, third] = [await shop.newStudent(), await shop.newStudent(), await shop.newStudent()]
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const { guest_id } = await guestWith(shop, demo.improvement)
    const { read } = app.database
    if (guestCame)
      await read`
        update checkout.cart set referred_by_user_id = ${second.user_id}
        where cart_id = (select max(cart_id) from checkout.cart where user_id is null)`
    if (studentCame)
      await read`update checkout.cart set referred_by_user_id = ${third.user_id} where user_id = ${student.user_id}`
    await mergeGuestCart(await app.ctx(), guest_id, student.user_id)
    const [cart] = await read`select referred_by_user_id from checkout.cart where user_id = ${student.user_id}`
    const referrer = { guest: second.user_id, student: third.user_id }
    expect(cart).toEqual({ referred_by_user_id: expected && referrer[expected] })
  })

  test('is not counted by the header', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const header = async () => (await student.visit('/courses/search')).text
    expect(await header()).toContain('aria-label="Cart, 1 in the cart"')
    await endOffer()
    expect(await header()).toContain('aria-label="Cart"')
  })
})

test('a course added by an ended offer can be bought alone', async () => {
  await sql`
    insert into catalogue.course_bundle (course_version_id, course_id, position)
    select a.course_version_id, b.course_id, 1 from catalogue.v_course_website a, catalogue.v_course_website b
    where a.course_website_id = ${demo.improvement} and b.course_website_id = ${demo.spanish}`
  const { client, guest_id } = await guestWith(shop)
  expect((await cartOf(client, guest_id)).cartItems).toHaveLength(2)
  await endOffer()
  expect((await client.post('/cart/addToCart', { course_website_id: demo.spanish, guest_id })).status).toBe(200)
  const { cartItems, total } = await cartOf(client, guest_id)
  expect(cartItems).toMatchObject([{ course_website_id: demo.spanish, bundled_cart_item_id: null }])
  expect(total).toBeGreaterThan(0)
})

describe('a notice about a course that left the cart', () => {
  const unavailableNamesOf = async (client: Client) =>
    (await cartOf(client)).unavailableItems.map(({ name }: { name: string }) => name)

  test('is in both languages until the shopper removes it; the rest is paid at its own total', async () => {
    const student = await shop.newStudent()
    for (const course_website_id of [demo.improvement, demo.spanish])
      await student.post('/cart/addToCart', { course_website_id })
    expect(await unavailableNamesOf(student)).toEqual([])
    await endOffer()
    const [name] = await unavailableNamesOf(student)
    expect(name).toBeTruthy()
    expect((await student.visit('/checkout')).text).toContain(`${name} is no longer available`)
    await sql`update identity.person set lk_language_id = 2 where user_id = ${student.user_id}`
    expect((await student.visit('/checkout')).text).toContain(`${name} ya no está disponible`)
    expect(await pricesIn(student)).toHaveLength(1)
    const [{ id }] = (await cartOf(student)).unavailableItems
    const response = await student.visit('/checkout', { action: 'remove', cart_item_id: String(id) })
    expect(response.status).toBe(303)
    expect(await unavailableNamesOf(student)).toEqual([])
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('is shown to its shopper only, even in an empty cart, until the course is back', async () => {
    const { client, guest_id } = await guestWith(shop, demo.improvement)
    await endOffer()
    expect((await cartOf(client, guest_id)).unavailableItems).toHaveLength(1)
    expect(
      (
        await cartOf(
          app.visitor(),
          guest_id.replace(/./, (first) => (first === '_' ? '-' : '_')),
        )
      ).unavailableItems ?? [],
    ).toEqual([])
    await sql`update catalogue.course_website set deleted_at = null where course_website_id = ${demo.improvement}`
    expect((await cartOf(client, guest_id)).unavailableItems).toEqual([])
  })

  test('appears once for a removed bundle with its parts', async () => {
    await sql`
      insert into catalogue.course_bundle (course_version_id, course_id, position)
      select a.course_version_id, b.course_id, 1 from catalogue.v_course_website a, catalogue.v_course_website b
      where a.course_website_id = ${demo.improvement} and b.course_website_id = ${demo.spanish}`
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    await endOffer()
    expect(await unavailableNamesOf(student)).toHaveLength(1)
  })
})
