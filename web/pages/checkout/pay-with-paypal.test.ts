import { afterEach, expect, test } from 'vitest'
import { demo, newPerson, openShop } from '#modules/checkout/checkout.fixture.ts'
import type { Client } from '#tests/support/app.ts'

const shop = await openShop()
const { app, paypal } = shop

afterEach(async () => {
  paypal.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
})

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

/** The last step of the checkout, sent as a plain form. */
async function pay(client: Client, pay_by: string, overrides: Record<string, string> = {}) {
  const { text } = await client.visit('/checkout')
  const fixed = { action: 'pay', intent_id: hidden(text, 'intent_id'), total: hidden(text, 'total') }
  return client.visit('/checkout', { ...fixed, accepted: 'opened', pay_by, ...overrides })
}

const person = () => {
  const { firstName, lastName, email, password } = newPerson()
  return { firstName, lastName, email, password, phone_number: '(407) 555-0110' }
}

const guest = async () => {
  const client = app.visitor()
  await client.visit('/cart/add', { course_website_id: String(demo.improvement) })
  return client
}

/** The form's fields for a buyer who returns from PayPal. */
const fieldsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )

/** Returns from PayPal and sends the form that scripts would send. */
async function comeBack(client: Client, location: string) {
  const { status, text } = await client.visit(backFrom(location))
  expect([status, text.includes('Pay $19.95 with PayPal')]).toEqual([200, true])
  return client.visit('/checkout/paypal', fieldsOf(text))
}

/** The path of this site in PayPal's redirect. */
const backFrom = (location: string) => {
  const token = new URL(location).searchParams.get('token')!
  const { pathname, search } = new URL(paypal.approve(token))
  return pathname + search
}

test('a guest pays with PayPal by plain forms and is signed in at the receipt', async () => {
  const client = await guest()
  const response = await client.visit('/checkout')
  expect(response.text).toContain('value="paypal"')
  expect(response.headers.get('content-security-policy')).toContain(
    `form-action 'self' ${app.paypal.config.approve_origin}`,
  )
  const reply = await pay(client, 'paypal', person())
  expect(reply.headers.get('location')).toMatch(/\/checkoutnow\?token=/)
  const restoredResponse = await comeBack(client, reply.headers.get('location')!)
  const receipt = restoredResponse.headers.get('location')!
  expect(receipt).toMatch(/^\/checkout\/success\//)
  expect(client.cookies()).toMatch(/waypost=/)
  expect((await client.visit(receipt)).text).toContain('Thank you for your order')
})

test('a buyer who returns without paying, or is declined by PayPal, gets a message and keeps the cart', async () => {
  const client = await guest()
  await pay(client, 'paypal', person())
  const cancelled = await client.visit('/checkout/paypal?intent=x&cancelled=1')
  expect(cancelled.headers.get('location')).toBe('/checkout')
  expect((await client.visit('/checkout')).text).toContain('You came back from PayPal without paying.')
  const response = await pay(client, 'paypal')
  paypal.script('decline')
  const restoredResponse = await comeBack(client, response.headers.get('location')!)
  expect(restoredResponse.headers.get('location')).toBe('/checkout')
  const { text } = await client.visit('/checkout')
  expect(text).toContain('PayPal declined the payment.')
  expect(text).toContain('Basic Driver Improvement')
})

test('T-28: the return changes nothing; its form pays once, however often sent, and a reload opens the receipt', async () => {
  const client = await guest()
  const response = await pay(client, 'paypal', person())
  const path = backFrom(response.headers.get('location')!)
  const before = paypal.ledger().captures.length
  const pages = await Promise.all([client.visit(path), client.visit(path), client.visit(path)])
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(pages[0]!.text).toContain('Basic Driver Improvement')
  expect(paypal.ledger().captures).toHaveLength(before)
  const form = fieldsOf(pages[0]!.text)
  const receipts = await Promise.all([1, 2, 3].map(() => client.visit('/checkout/paypal', form)))
  for (const { headers } of receipts) expect(headers.get('location')).toMatch(/^\/checkout(\/success\/|\?order=)/)
  expect(paypal.ledger().captures).toHaveLength(before + 1)
  const reloaded = await client.visit(path)
  const order = reloaded.headers.get('location')!
  expect(order).toMatch(/^\/checkout\?order=/)
  expect((await client.visit(order)).headers.get('location')).toMatch(/^\/checkout\/success\//)
})

test('T-35: the return address shows nothing of an order to another person, and takes nothing from them', async () => {
  const client = await guest()
  const response = await pay(client, 'paypal', person())
  const path = backFrom(response.headers.get('location')!)
  const before = paypal.ledger().captures.length
  for (const stranger of [app.visitor(), await guest(), await shop.newStudent()]) {
    expect((await stranger.visit(path)).headers.get('location')).toBe('/checkout')
    const form = Object.fromEntries(new URL(path, 'http://site').searchParams)
    expect((await stranger.visit('/checkout/paypal', form)).headers.get('location')).toBe('/checkout')
  }
  expect(paypal.ledger().captures).toHaveLength(before)
  expect((await client.visit('/checkout/paypal?intent=nonsense')).headers.get('location')).toBe('/checkout')
  expect((await comeBack(client, response.headers.get('location')!)).headers.get('location')).toMatch(/success/)
})

test('a payment held by PayPal is awaited on the checkout page', async () => {
  const client = await guest()
  const response = await pay(client, 'paypal', person())
  paypal.script('held')
  const restoredResponse = await comeBack(client, response.headers.get('location')!)
  expect(restoredResponse.headers.get('location')).toMatch(/^\/checkout\?order=/)
  expect((await client.visit(restoredResponse.headers.get('location')!)).text).toContain(
    "We're confirming your payment",
  )
})

test('a saved card is offered first and pays by a plain form', async () => {
  const student = await shop.newStudent()
  await student.post('/user/addRemovePaymentMethod', { action: 'add', creditCard: shop.creditCard() })
  await student.visit('/cart/add', { course_website_id: String(demo.improvement) })
  const { text } = await student.visit('/checkout')
  expect(text).toContain('Credit Card ending in 1111')
  const savedOption = /value="(saved:\d+)"/.exec(text)![1]!
  expect((await pay(student, savedOption)).headers.get('location')).toMatch(/^\/checkout\/success\//)
})

test('saved cards are preferred and removed on a page of plain forms', async () => {
  const student = await shop.newStudent()
  for (const number of ['4111111111111111', '5424000000000015']) {
    await student.post('/user/addRemovePaymentMethod', { action: 'add', creditCard: shop.creditCard(number) })
  }
  const { text } = await student.visit('/settings/cards')
  expect(text).toContain('MasterCard ending in 0015')
  const [first] = [...text.matchAll(/name="payment_profile_id" value="(\d+)"/g)].map(([, id]) => id!)
  await student.visit('/settings/cards', { action: 'remove', payment_profile_id: first! })
  const after = (await student.visit('/settings/cards')).text
  expect(after).toContain('The card was removed.')
  expect(after).not.toContain('ending in 1111')
  const manage = await student.visit('/settings/cards/manage')
  expect(manage.text).toMatch(/name="token" value="[^"]{20,}"/)
  expect((await student.visit('/settings?tab=billing')).text).toContain('MasterCard ending in 0015')
})

test("only the organization's payment methods are offered and accepted", async () => {
  await app.database.read`
    insert into checkout.checkout_settings ${app.database.read({ organization_id: 1, card_ind: true, paypal_ind: false })}`
  const client = await guest()
  expect((await client.visit('/checkout')).text).not.toContain('value="paypal"')
  const response = await pay(client, 'paypal', person())
  expect(response.status).toBe(422)
  expect(response.text).toContain("This payment method isn't available here.")
})
