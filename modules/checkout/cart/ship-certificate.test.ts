import { describe, expect, test } from 'vitest'
import { demo, guestWith, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { wantsCertificateByEmail } from '#modules/checkout/orders/wants-email.ts'
import { methodForMailing } from './ship-certificate.ts'

const method = (lk_shipping_type_id: number, price_cents: number) => ({
  lk_shipping_type_id,
  price_cents,
  enabled: true,
  course_shipping_method_id: lk_shipping_type_id,
})
const methods = [method(1, 0), method(2, 795), method(3, 2995), method(4, 0)]

describe('a certificate to be shipped', () => {
  test('uses the cheapest mail method, or the one already chosen', () => {
    expect(methodForMailing(methods, 1, true)).toBe(2)
    expect(methodForMailing(methods, 3, true)).toBe(3)
    expect(methodForMailing(methods, 3, false)).toBe(1)
    expect(methodForMailing(methods, 4, false)).toBe(4)
  })

  test('is refused if the course offers no such method', () => {
    expect(() => methodForMailing([method(1, 0)], 1, true)).toThrow('SHIPPING_INVALID')
    expect(() => methodForMailing([method(2, 795)], 2, false)).toThrow('SHIPPING_INVALID')
  })
})

const shop = await openShop()
const { app } = shop

describe('the checkboxes of an item', () => {
  test('add shipping and email of the certificate, and count in the total', async () => {
    const { client, guest_id } = await guestWith(shop)
    const cart = async () => (await client.get(`/cart/items?guest_id=${guest_id}`)).body
    const [{ id, ...plain }] = (await cart()).cartItems
    expect(plain).toMatchObject({ shipCertificate: false, sendEmail: true })
    const change = (overrides: object) =>
      client.post('/cart/updateCartItem', { cart_item_id: id, guest_id, ...overrides })
    await change({ shipCertificate: true, sendEmail: false })
    const shipped = await cart()
    expect(shipped.cartItems[0]).toMatchObject({ lk_shipping_type_id: 2, shipCertificate: true, sendEmail: false })
    expect(shipped.total).toBe(27.9)
    await change({ audio_ind: 1 })
    expect((await cart()).cartItems[0]).toMatchObject({ shipCertificate: true, sendEmail: false, audio_ind: true })
    await change({ shipCertificate: false })
    expect((await cart()).total).toBe(24.95)
  })

  test('apply to the certificate that was bought: on paper only, unless it is not mailed at all', async () => {
    const shipping = { address1: '1 Orange Ave', city: 'Orlando', stateId: 10, zip: '32801' }
    const buyAndCheckEmail = async (choices: object) => {
      const student = await shop.newStudent()
      await student.post('/cart/addToCart', { course_website_id: demo.improvement, ...choices })
      const { body } = await student.post('/payment/process', await payment(student, shop, { shipping }))
      const [line] = await app.database.read<{ student_course_id: number }>`
        select student_course_id from checkout.order_item where order_id = ${body.order_id}`
      return wantsCertificateByEmail(await app.ctx(), line!.student_course_id)
    }
    expect(await buyAndCheckEmail({ shipCertificate: true, sendEmail: false })).toBe(false)
    expect(await buyAndCheckEmail({ shipCertificate: true })).toBe(true)
    expect(await buyAndCheckEmail({ shipCertificate: false, sendEmail: false })).toBe(true)
    expect(await wantsCertificateByEmail(await app.ctx(), 999_999)).toBe(true)
  })
})
