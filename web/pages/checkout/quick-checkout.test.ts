import { describe, expect, test } from 'vitest'
import { demo, newPerson, openShop } from '#modules/checkout/checkout.fixture.ts'
import type { Client } from '#tests/support/app.ts'

const shop = await openShop({ jobs: true })
const { app } = shop
const sql = app.database.read

const hidden = (html: string, name: string) =>
  new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

async function withCourse(course_website_id = demo.improvement) {
  const client = app.visitor()
  await client.visit('/cart/add', { course_website_id: String(course_website_id) })
  return client
}

/** The last step with a person's input. */
async function payForm(client: Client, overrides: Record<string, string> = {}, card?: string) {
  const { text } = await client.visit('/checkout')
  const { dataDescriptor, dataValue } = shop.creditCard(card)
  const { firstName, lastName, email, password } = newPerson()
  const person = { firstName, lastName, email, password, phone_number: '(407) 555-0110' }
  const fixed = { action: 'pay', intent_id: hidden(text, 'intent_id'), total: hidden(text, 'total') }
  return { ...fixed, dataDescriptor, dataValue, accepted: 'opened', ...person, ...overrides }
}

const rowOf = async (email: string) =>
  (
    await sql<{ user_id: number; chosen: boolean }>`
    select user_id, password_hash is not null as chosen from identity.person where email = ${email}`
  )[0]
/** The emails with a link for a first password: receipts that have one, and welcome emails. */
const passwordLinks = async (user_id: number) => {
  const [row] = await sql<{ receipts: number; welcomes: number }>`
    select count(*) filter (where j.name = 'checkout.send-receipt' and j.data ->> 'first_password' = 'true'
                            and o.user_id = ${user_id})::integer as receipts,
           count(*) filter (where j.name = 'identity.send-welcome'
                            and (j.data ->> 'user_id')::integer = ${user_id})::integer as welcomes
    from queue.job j left join checkout.customer_order o on o.order_id = (j.data ->> 'order_id')::integer`
  return row!
}

describe('a password', () => {
  test('is typed once; a broken rule is shown at its field', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout')
    expect(text).not.toContain('name="confirmPassword"')
    const form = await payForm(client)
    expect((await client.visit('/checkout', form)).status).toBe(303)
    expect(await rowOf(form.email)).toMatchObject({ chosen: true })
  })

  test('is chosen later with the link of the receipt if left empty', async () => {
    const client = await withCourse()
    const form = await payForm(client, { password: '' })
    const refusedCard = await client.visit('/checkout', { ...form, ...shop.creditCard('4000000000000002') })
    expect(refusedCard.status).toBe(422)
    const { user_id, chosen } = (await rowOf(form.email))!
    expect([chosen, await passwordLinks(user_id)]).toEqual([false, { receipts: 0, welcomes: 0 }])
    const response = await client.visit('/checkout', await payForm(client, { password: '' }))
    expect([response.status, await passwordLinks(user_id)]).toEqual([303, { receipts: 1, welcomes: 0 }])
    // Signed in by the payment, they buy again: nothing is sent twice.
    await client.visit('/cart/add', { course_website_id: String(demo.spanish) })
    const repeatedResponse = await client.visit('/checkout', await payForm(client))
    expect([repeatedResponse.status, await passwordLinks(user_id)]).toEqual([303, { receipts: 1, welcomes: 0 }])
  })

  test('requires no email if chosen', async () => {
    const client = await withCourse()
    const form = await payForm(client)
    await client.visit('/checkout', form)
    expect(await passwordLinks((await rowOf(form.email))!.user_id)).toEqual({ receipts: 0, welcomes: 0 })
  })
})

describe('an email with an existing account', () => {
  test('is reported at its field, with sign-in within the step', async () => {
    const student = await shop.newStudent()
    const client = await withCourse()
    const { status, text } = await client.visit('/checkout', await payForm(client, { email: student.email }))
    expect(status).toBe(409)
    expect(/name="email"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="email"/.test(text)).toBe(true)
    expect(text).toContain('Username is already in use.')
    expect(text).toMatch(/data-payment-message[^>]*><\/div>/)
    expect(text).toContain('Sign in to continue')
    expect(/<form id="sign-in"[^>]*action="\/login\?redirect=%2Fcheckout"/.test(text)).toBe(true)
    expect(hidden(text, 'loginid')).toBe(student.email)
  })

  test('is not blamed for a taken username, which is reported at the username', async () => {
    const student = await shop.newStudent()
    const client = await withCourse()
    const { text } = await client.visit('/checkout', await payForm(client, { loginid: student.email }))
    expect(/name="email"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="email"/.test(text)).toBe(false)
    expect(hidden(text, 'loginid')).toBe(student.email)
  })

  test('is the only reason to offer sign-in there', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout', await payForm(client, {}, '4000000000000002'))
    expect(text).not.toContain('id="sign-in"')
  })
})

describe('a course that was removed', () => {
  const itemOf = (html: string) => hidden(html, 'cart_item_id')

  test('returns by Undo with its choices and its promo code', async () => {
    const client = await withCourse()
    const cart_item_id = itemOf((await client.visit('/checkout')).text)
    await client.visit('/checkout', { action: 'item', cart_item_id, lk_shipping_type_id: '2', audio_ind: '1' })
    await client.visit('/checkout', { action: 'promo', code: 'sunny5' })
    const before = hidden((await client.visit('/checkout')).text, 'total')
    const response = await client.visit('/checkout', { action: 'remove', cart_item_id })
    const page = (await client.visit(response.headers.get('location')!)).text
    expect(page).toContain('Basic Driver Improvement was removed from your cart.')
    const undo = Object.fromEntries(
      ['course_website_id', 'shipping', 'audio', 'email', 'code'].map((name) => [name, hidden(page, name)]),
    )
    expect((await client.visit('/checkout', { action: 'undo', ...undo })).headers.get('location')).toBe('/checkout')
    expect(hidden((await client.visit('/checkout')).text, 'total')).toBe(before)
    // The address is outdated and offers nothing.
    expect((await client.visit(response.headers.get('location')!)).text).not.toContain('value="undo"')
  })

  test.each(['removed=0', 'removed=99999', 'removed=1001abc', 'removed=-1', 'removed=%3Cb%3E'])(
    'a made-up address (%s) offers nothing',
    async (query) => {
      const { status, text } = await app.visitor().visit(`/checkout?${query}`)
      expect([status, text.includes('value="undo"')]).toEqual([200, false])
    },
  )
})

describe('the checkout page', () => {
  test('names the courses in the summary, has no other links in the header, and saves no card by default', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout')
    const summary = text.slice(text.indexOf('Checkout Summary'))
    expect(summary).toContain('Basic Driver Improvement')
    const header = text.slice(text.indexOf('<header'), text.indexOf('</header>'))
    expect(header).toContain('Secure checkout')
    expect(header).not.toContain('type="search"')
    expect(header).not.toContain('href="/checkout"')
    expect(/name="saveCard"[^>]*checked|checked[^>]*name="saveCard"/.test(text)).toBe(false)
    for (const brand of ['Visa', 'Mastercard', 'American Express', 'Discover']) expect(text).toContain(brand)
  })

  test('shows a refused card beside the button, and above the page without scripts', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout', await payForm(client, {}, '4000000000000002'))
    const position = text.indexOf('data-payment-message')
    expect(text.slice(position, position + 600)).toContain('role="alert"')
    expect(text.slice(0, position)).toMatch(/<noscript><div role="alert"/)
  })

  test('reports courses for different ages before anything is typed', async () => {
    const client = await withCourse(demo.teen)
    expect((await client.visit('/checkout')).text).not.toContain('These courses are for different ages')
    const setRule = (rule: object) => sql`
      update catalogue.course_version v
      set course_registration_options = v.course_registration_options || ${JSON.stringify(rule)}::text::jsonb
      from catalogue.v_course_website w
      where w.course_website_id = ${demo.spanish} and v.course_version_id = w.course_version_id`
    await setRule({ ageEnabled: true, age: 18, aboveOrBelowAge: 'Above' })
    try {
      await client.visit('/cart/add', { course_website_id: String(demo.spanish) })
      const { text } = await client.visit('/checkout')
      expect(text).toContain('These courses are for different ages')
      const dob = { dob: '04/18/1988', dob_checked: '1', typed: 'I agree' }
      const response = await client.visit('/checkout', await payForm(client, dob))
      const items = response.text.slice(response.text.indexOf('Review Cart'), response.text.indexOf('Promo code'))
      expect(items.match(/You must be below 18 years old/g)).toHaveLength(1)
    } finally {
      await setRule({ ageEnabled: false })
    }
  })
})
