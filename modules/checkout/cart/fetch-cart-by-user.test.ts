import { expect, test } from 'vitest'
import { demo, openShop } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff, offers } from '#modules/checkout/keys/keys.fixture.ts'

const shop = await openShop()
const { app } = shop
const cartOf = (user_id: number) => `/cart/fetchCartByUserId?user_id=${user_id}`

test("shows staff a student's cart with code, saved items and items no longer for sale", async () => {
  const student = await addSomeone(app)
  const staff = await addStaff(app, 'SSD')
  expect((await staff.get(cartOf(student.user_id))).body.carts).toEqual([])
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  await student.get('/promocode/applyCode?code=SUNNY5')
  const { body } = await student.post('/cart/addToCart', { course_website_id: demo.spanish })
  await student.post('/cart/saveForLater', { cart_item_id: body.cart_item_id })
  const { carts } = (await staff.get(cartOf(student.user_id))).body
  expect(carts).toMatchObject([{ organization_name: 'Sunshine Safe Driving', total: 14.95, unavailable: [] }])
  expect(carts[0].items).toMatchObject([
    { course_name: 'Basic Driver Improvement', price: 19.95, code: 'SUNNY5', discount: 5, saved_ind: false },
    { saved_ind: true, code: null },
  ])
  const page = await staff.visit(`/manage/student/${student.user_id}/account?tab=cart`)
  expect(page.text).toContain('Basic Driver Improvement')
  expect(page.text).toContain('Saved for later')
})

test('shows nothing of a cart on another site or of a person out of scope', async () => {
  const student = await addSomeone(app, 'LSD')
  await student.post('/cart/addToCart', { course_website_id: offers.teenOfLoneStar })
  const parentPerson = await addStaff(app, 'LSD')
  expect((await parentPerson.get(cartOf(student.user_id))).body.carts).toHaveLength(1)
  const childPerson = await addStaff(app, 'LST')
  expect((await childPerson.get(cartOf(student.user_id))).status).toBe(404)
  expect((await (await addStaff(app, 'SSD')).get(cartOf(student.user_id))).status).toBe(404)
  expect((await student.get(cartOf(student.user_id))).status).toBe(403)
})
