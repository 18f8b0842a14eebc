import { describe, expect, test } from 'vitest'
import { demo, newPerson, openShop, refused } from '#modules/checkout/checkout.fixture.ts'
import { resolvePayments } from '#modules/checkout/entry.ts'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { findResetRecipient } from '#modules/identity/entry.ts'
import { encodeId } from '#platform/ids.ts'
import type { Client } from '#tests/support/app.ts'
import { loadCheckout } from './checkout-load.ts'

const shop = await openShop()
const { app } = shop

const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const itemId = (html: string) => /id="item-(\d+)"/.exec(html)?.[1] ?? ''

/** The last step as a browser with scripts posts it: the form's fields and the card's token. */
async function payForm(client: Client, overrides: Record<string, string> = {}, card?: string) {
  const { text } = await client.visit('/checkout')
  const { dataDescriptor, dataValue } = shop.creditCard(card)
  const fixed = { action: 'pay', intent_id: hidden(text, 'intent_id'), total: hidden(text, 'total') }
  return { ...fixed, dataDescriptor, dataValue, accepted: 'opened', ...overrides }
}

const person = () => {
  const { firstName, lastName, email, password } = newPerson()
  return { firstName, lastName, email, password, phone_number: '(407) 555-0110' }
}

const withCourse = async (course_website_id = demo.improvement) => {
  const client = app.visitor()
  const response = await client.visit('/cart/add', { course_website_id: String(course_website_id) })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/checkout'])
  return client
}

describe('the checkout, with plain forms alone', () => {
  test('an empty cart says so and links to the courses', async () => {
    const { status, text } = await app.visitor().visit('/checkout')
    expect(status).toBe(200)
    expect(text).toContain('Your cart is empty.')
    expect(text).toContain('href="/courses/search"')
  })

  test('a course is added, its shipping and audio chosen, and removed again', async () => {
    const client = await withCourse()
    const html = (await client.visit('/checkout')).text
    expect(html).toContain('Online Student Registration')
    expect(html).toContain('Basic Driver Improvement')
    expect(html).toContain('$19.95')
    const cart_item_id = itemId(html)
    const item = { action: 'item', cart_item_id, lk_shipping_type_id: '2', audio_ind: '1' }
    expect((await client.visit('/checkout', item)).status).toBe(303)
    const pageText = (await client.visit('/checkout')).text
    expect(hidden(pageText, 'total')).toBe('32.9')
    expect(pageText).toContain('Certificate mailing address')
    await client.visit('/checkout', { action: 'remove', cart_item_id })
    expect((await client.visit('/checkout')).text).toContain('Your cart is empty.')
  })

  test('the names, the address and both phones are checked before a card is read', async () => {
    const html = (await (await withCourse()).visit('/checkout')).text
    const patternOf = (name: string) => {
      const tag = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
      return new RegExp(
        `^(?:${/ pattern="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')})$`,
        'v',
      )
    }
    for (const [name, wrong, right] of [
      ['firstName', '#REF!', 'Ana'],
      ['middleName', '#N/A', 'M.'],
      ['lastName', '12345 !!!', '-'],
      ['email', 'ana@here', 'ana@example.com'],
      ['phone_number', '555-0147', '(813) 555-0147'],
      ['student\\.numbers\\.1\\.phone_number', '555-0147', '(813) 555-0147'],
    ] as const)
      expect([patternOf(name).test(wrong), patternOf(name).test(right)], name).toEqual([false, true])
  })

  test('a course already in the cart is refused with its message', async () => {
    const client = await withCourse()
    await client.visit('/cart/add', { course_website_id: String(demo.improvement) })
    expect((await client.visit('/checkout')).text).toContain('This item is already in your cart.')
  })

  test('a promo code is applied and removed; a wrong one keeps the typed text', async () => {
    const client = await withCourse()
    const response = await client.visit('/checkout', { action: 'promo', code: 'NOSUCH' })
    expect(response.status).toBe(422)
    expect(response.text).toContain('Invalid Promo Code')
    expect(response.text).toContain('value="NOSUCH"')
    await client.visit('/checkout', { action: 'promo', code: 'sunny5' })
    const applied = (await client.visit('/checkout')).text
    expect(applied).toContain('SUNNY5 was applied.')
    expect(hidden(applied, 'total')).toBe('14.95')
    await client.visit('/checkout', { action: 'promo-off', cart_item_id: itemId(applied) })
    expect(hidden((await client.visit('/checkout')).text, 'total')).toBe('19.95')
  })

  test('a code that was typed and not applied is applied before the payment, which waits for the new total', async () => {
    const client = await withCourse()
    const form = await payForm(client, person())
    const attempts = await shop.count('payment_attempt')
    const applied = await client.visit('/checkout', { ...form, code: ' sunny5 ' })
    expect(applied.status).toBe(409)
    expect(applied.text).toContain(
      'Your promo code SUNNY5 was applied, and you were not charged yet. Your new total is $14.95.',
    )
    expect(hidden(applied.text, 'total')).toBe('14.95')
    expect(applied.text).toContain('SUNNY5 was applied.')
    expect(await shop.count('payment_attempt')).toBe(attempts)
    const response = await client.visit('/checkout', { ...form, total: '14.95' })
    expect(response.headers.get('location')).toContain('/checkout/success/')
  })

  test('a wrong code that was typed and not applied refuses the payment at its field', async () => {
    const client = await withCourse()
    for (const [code, reason] of [
      ['NOSUCH', 'Invalid Promo Code.'],
      ['X'.repeat(61), 'Please, correct all errors.'],
    ] as const) {
      const refusal = await client.visit('/checkout', await payForm(client, { ...person(), code }))
      expect(refusal.status).toBeGreaterThanOrEqual(400)
      expect(refusal.text).toContain(
        `${reason} You were not charged. Correct the code, or clear the field to pay without it.`,
      )
      expect(refusal.text).toContain(`value="${code}"`)
      expect(hidden(refusal.text, 'total')).toBe('19.95')
    }
    const response = await client.visit('/checkout', await payForm(client, { ...person(), code: ' ' }))
    expect(response.headers.get('location')).toContain('/checkout/success/')
  })

  test('a code sent with a payment that was already made leads to its receipt', async () => {
    const client = await withCourse()
    const form = await payForm(client, person())
    const first = await client.visit('/checkout', form)
    const response = await client.visit('/checkout', { ...form, code: 'sunny5' })
    expect(response.headers.get('location')).toBe(first.headers.get('location'))
  })

  test('the card fields have no name, and the page may call the gateway only', async () => {
    const client = await withCourse()
    const { text, headers } = await client.visit('/checkout')
    const cardInputs = [...text.matchAll(/<input[^>]*data-card="[^>]*>/g)].map(([tag]) => tag)
    expect(cardInputs).toHaveLength(5)
    expect(cardInputs.filter((tag) => /\sname=/.test(tag))).toEqual([])
    const policy = headers.get('content-security-policy')!
    const gateway = new URL(app.gateway.config.library_url).origin
    expect(policy).toMatch(new RegExp(`script-src 'nonce-[^']+' ${gateway};`))
    expect(policy).toMatch(new RegExp(`connect-src 'self' (ws: )?${gateway};`))
  })

  test('a course is saved for later, shown separately and moved back', async () => {
    const client = await withCourse()
    const cart_item_id = itemId((await client.visit('/checkout')).text)
    await client.visit('/checkout', { action: 'save', cart_item_id, saved: '1' })
    const aside = (await client.visit('/checkout')).text
    expect(aside).toContain('Your cart is empty.')
    expect(aside).toContain('Saved for later')
    expect(aside).toContain('Move to cart: Basic Driver Improvement')
    await client.visit('/checkout', { action: 'save', cart_item_id })
    expect(hidden((await client.visit('/checkout')).text, 'total')).toBe('19.95')
  })

  test('disclaimers that must be opened open in place, and nothing is charged before', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout')
    expect(text).toContain('popoverTarget="disclaimers"')
    // One checkbox, at the end of the texts.
    expect(text.match(/name="accepted"/g)).toHaveLength(1)
    expect(text.indexOf('name="accepted"')).toBeGreaterThan(text.indexOf('id="disclaimers"'))
    expect(text).not.toContain('name="opened"')
    const refusal = await client.visit('/checkout', await payForm(client, { ...person(), accepted: '1' }))
    expect(refusal.status).toBe(422)
    expect(refusal.text).toContain('id="disclaimers-error"')
  })

  test("the organization's texts open in place; without them the links open the product's", async () => {
    const client = await withCourse()
    expect((await client.visit('/checkout')).text).toMatch(/href="\/privacy"[^>]*>Privacy/)
    await app.database.read`
      insert into checkout.checkout_settings (organization_id, terms_en, terms_es, tax_hundredths)
      values (1, 'Our own terms', 'Nuestros términos', 1000)`
    const { text } = await client.visit('/checkout')
    expect(text).toContain('popoverTarget="legal-terms"')
    expect(text).toContain('Our own terms')
    expect(text).toMatch(/Tax<\/dt><dd[^>]*>\$2\.00/)
    expect(hidden(text, 'total')).toBe('21.95')
    await app.database.read`delete from checkout.checkout_settings`
  })

  test('recommended courses are listed, and offered by a dialog with scripts', async () => {
    await app.database.read`
      insert into catalogue.course_upsell (course_version_id, course_id, position)
      select a.course_version_id, b.course_id, 1 from catalogue.v_course_website a, catalogue.v_course_website b
      where a.course_website_id = ${demo.improvement} and b.course_website_id = ${demo.spanish}`
    const client = await withCourse()
    const { text } = await client.visit('/checkout')
    expect(text).toContain('Related courses')
    expect(text).toContain('data-island="checkout/upsell"')
    await client.visit('/cart/add', { course_website_id: String(demo.spanish) })
    expect((await client.visit('/checkout')).text).not.toContain('checkout/upsell')
    await app.database.read`delete from catalogue.course_upsell`
  })

  test('is available in Spanish', async () => {
    const client = await withCourse()
    await client.visit('/language', { locale: 'es-es', redirect: '/checkout' })
    const { text } = await client.visit('/checkout')
    expect(text).toContain('Registro en línea para estudiantes')
    expect(text).toContain('Resumen de la compra')
  })

  test('is refused to staff', async () => {
    const admin = await app.as(await app.userId('admin@example.com'))
    expect((await admin.visit('/checkout')).headers.get('location')).toBe('/dashboard')
  })
})

describe('the cart in the header', () => {
  test('shows courses, their delivery and the total on every public page, and who needs to sign in', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/courses/search')
    const mini = text.slice(text.indexOf('id="mini-cart"'))
    for (const words of ['Basic Driver Improvement', 'Email + Digital Download', 'FREE', '$19.95']) {
      expect(mini).toContain(words)
    }
    expect(mini).toContain('You must Sign In or Register to complete the Check Out process')
    const another = (await app.visitor().visit('/courses/search')).text
    expect(another).not.toContain('mini-cart')
  })
})

describe('a link that adds a course', () => {
  const carts = async () => (await app.database.read`select from checkout.cart`).length
  const path = `/checkout?course=${encodeId(demo.improvement)}`
  const visitLink = (headers: Record<string, string>, method = 'GET') =>
    app.app.request(`http://localhost:3000${path}`, { method, headers: { host: 'localhost:3000', ...headers } })

  test.each([
    ['a crawler or a preview', {}, 'GET'],
    ['a prefetch', { 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' }, 'GET'],
    ['a page that is drawn ahead', { 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' }, 'GET'],
    ['a script', { 'sec-fetch-mode': 'cors' }, 'GET'],
    ['a look at its head', { 'sec-fetch-mode': 'navigate' }, 'HEAD'],
  ])('creates no cart for %s, and offers the course with a button', async (_who, headers, method) => {
    const before = await carts()
    const response = await visitLink(headers, method)
    expect([response.status, response.headers.getSetCookie().filter((line) => line.startsWith('cart='))]).toEqual([
      200,
      [],
    ])
    expect(await carts()).toBe(before)
    if (method === 'HEAD') return
    const text = await response.text()
    expect(text).toContain('A course for your cart')
    expect(text).toContain('Basic Driver Improvement')
    expect(text).toContain(`name="course_website_id" value="${demo.improvement}"`)
  })

  test('can be followed repeatedly, and adds the course once', async () => {
    const client = app.visitor()
    for (const _ of [1, 2, 3]) await client.visit(path)
    const { text } = await client.visit('/checkout')
    expect(hidden(text, 'total')).toBe('19.95')
    expect(text).not.toContain('already in your cart')
  })
})

describe("a partner's link", () => {
  test('adds a course by its plain id and applies a promo code, once', async () => {
    const client = app.visitor()
    const path = `/checkout?course=id:${demo.improvement}&code=sunny5`
    for (const _ of [1, 2]) expect((await client.visit(path)).headers.get('location')).toBe('/checkout')
    const { text } = await client.visit('/checkout')
    expect(text).toContain('SUNNY5 was applied.')
    expect(text).toContain('Basic Driver Improvement')
  })

  test('keeps the course and says what is wrong if its code is wrong; it adds nothing without a course', async () => {
    const client = app.visitor()
    const response = await client.visit(`/checkout?course=id:${demo.improvement}&code=NOSUCH`)
    expect(response.headers.get('location')).toBe('/checkout')
    const { text } = await client.visit('/checkout')
    expect(text).toContain('Basic Driver Improvement')
    expect(text).not.toContain('was applied.')
    const other = app.visitor()
    await other.visit('/checkout?code=sunny5')
    expect((await other.visit('/checkout')).text).toContain('Your cart is empty.')
  })

  test('adds nothing for a course of another organization, and a crawler applies no code', async () => {
    const client = app.visitor('GCT')
    await client.visit(`/checkout?course=id:${demo.improvement}`)
    expect((await client.visit('/checkout')).text).toContain('Your cart is empty.')
    const tries = async () => (await app.database.read`select from checkout.cart`).length
    const before = await tries()
    const crawler = await app.app.request(`http://localhost:3000/checkout?course=id:${demo.improvement}&code=sunny5`, {
      headers: { host: 'localhost:3000' },
    })
    expect([crawler.status, await tries()]).toEqual([200, before])
  })
})

describe('a referral link', () => {
  const follow = async (code: string, course: string) => {
    const client = app.visitor(code)
    const link = await client.visit(`/checkout?course=${course}`)
    expect(link.headers.get('location')).toBe('/checkout')
    return (await client.visit('/checkout')).text
  }

  test("adds the course of the organization's site to the cart", async () => {
    expect(await follow('GCT', encodeId(demo.eldtOfGulf))).toContain('Entry-Level Driver Training')
  })

  test('adds nothing for a course of another organization, or for none', async () => {
    for (const course of [encodeId(demo.improvement), 'nonsense', '1001']) {
      const html = await follow('GCT', course)
      expect(html).toContain("This course isn't for sale here.")
      expect(html).toContain('Your cart is empty.')
    }
  })
})

describe('paying', () => {
  test('a guest is signed in at the receipt, with the course and an empty cart', async () => {
    const client = await withCourse()
    const buyer = person()
    const response = await client.visit('/checkout', await payForm(client, buyer))
    expect(response.status).toBe(303)
    const receipt = response.headers.get('location')!
    expect(receipt).toMatch(/^\/checkout\/success\/\d+$/)
    expect(client.cookies()).toMatch(/waypost=/)
    expect(client.cookies()).not.toMatch(/cart=/)
    const { status, text } = await client.visit(receipt)
    expect(status).toBe(200)
    for (const words of ['Thank you for your order', 'Rosa Marin', '$19.95', receipt.split('/').at(-1)!, 'Print']) {
      expect(text).toContain(words)
    }
    expect((await client.visit('/checkout')).text).toContain('Your cart is empty.')
    expect(await shop.bookFaults()).toEqual([])
  })

  test('a middle name and another username are stored; a taken one is refused', async () => {
    const client = await withCourse()
    const guest = person()
    const loginid = guest.email.split('@')[0]!
    const buyer = { ...guest, middleName: 'Luz', loginid }
    const response = await client.visit(
      '/checkout',
      await payForm(client, { ...buyer, loginid: 'student@example.com' }),
    )
    expect(response.text).toContain('Username is already in use.')
    expect(response.text).toContain('<details open')
    expect((await client.visit('/checkout', await payForm(client, buyer))).status).toBe(303)
    const [row] = await app.database.read`
      select first_name, middle_name, email from identity.person where loginid = ${loginid}`
    expect(row).toEqual({ first_name: 'Rosa', middle_name: 'Luz', email: buyer.email })
  })

  test('a second phone is stored with its type; its errors are shown at it only', async () => {
    const client = await withCourse()
    const buyer = person()
    const [number, type] = ['student.numbers.1.phone_number', 'student.numbers.1.lk_phone_number_type_id']
    const response = await client.visit('/checkout', await payForm(client, { ...buyer, [number]: '12', [type]: '3' }))
    expect(response.status).toBe(400)
    expect(response.text.match(/<\/span>Please add a valid phone number\./g)).toHaveLength(1)
    expect(response.text.slice(response.text.indexOf('<details open'))).toContain('Please add a valid phone number.')
    const reply = await client.visit(
      '/checkout',
      await payForm(client, { ...buyer, [number]: '(407) 555-0199', [type]: '3' }),
    )
    expect(reply.status).toBe(303)
    const phones = await app.database.read`
      select n.phone_number, n.lk_phone_number_type_id as type
      from identity.phone n join identity.person p using (user_id) where p.email = ${buyer.email} order by n.phone_id`
    expect([...phones]).toEqual([
      { phone_number: '4075550110', type: 2 },
      { phone_number: '4075550199', type: 3 },
    ])
  })

  test('T-35: a receipt is shown to its owner only', async () => {
    const client = await withCourse()
    const response = await client.visit('/checkout', await payForm(client, person()))
    const receipt = response.headers.get('location')!
    expect((await (await shop.newStudent()).visit(receipt)).headers.get('location')).toBe('/404')
    expect((await app.visitor().visit(receipt)).headers.get('location')).toMatch(/^\/login\?redirect=/)
  })

  test('the receipt of two courses links to them on the dashboard', async () => {
    const client = await withCourse()
    await client.visit('/cart/add', { course_website_id: String(demo.spanish) })
    const response = await client.visit('/checkout', await payForm(client, person()))
    const receipt = await client.visit(response.headers.get('location')!)
    expect(receipt.text).toMatch(/<a[^>]*href="\/dashboard#courses"[^>]*>Go to my courses<\/a>/)
    expect((await client.visit('/dashboard')).text).toMatch(/<div id="courses"><section[^>]*>.*?My courses/s)
  })

  test('errors are shown at their fields, and the typed text stays except passwords', async () => {
    const client = await withCourse()
    const buyer = { ...person(), email: 'not an address', phone_number: '12', password: 'short' }
    const { status, text } = await client.visit('/checkout', await payForm(client, buyer))
    expect(status).toBe(400)
    expect(text).toContain('A valid Email is required.')
    expect(text).toContain('Please add a valid phone number.')
    expect(text).toContain('Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.')
    expect(text).toContain('value="not an address"')
    expect(text).not.toContain(buyer.password)
  })

  test('nothing is charged without the tick under the disclaimers', async () => {
    const client = await withCourse()
    const before = shop.simulator.ledger().captures.length
    const { status, text } = await client.visit('/checkout', await payForm(client, { ...person(), accepted: '0' }))
    expect([status, text.includes('You must agree to the course disclaimers.')]).toEqual([422, true])
    expect(shop.simulator.ledger().captures).toHaveLength(before)
  })

  test('the only delivery is selected and named; with several, an unchosen one is an error at the field', async () => {
    const { read } = app.database
    const offer = (...types: number[]) => read`
      update catalogue.course_shipping_method set enabled = lk_shipping_type_id = any(${types}::int[])
      where course_version_id = (select course_version_id from catalogue.v_course_website
                                 where course_website_id = ${demo.spanish})`
    const before = await read<{ lk_shipping_type_id: number }>`
      select lk_shipping_type_id from catalogue.course_shipping_method
      where enabled and course_version_id = (select course_version_id from catalogue.v_course_website
                                             where course_website_id = ${demo.spanish})`
    try {
      await offer(2, 4)
      const client = await withCourse(demo.spanish)
      const pay = async () => client.visit('/checkout', await payForm(client, { ...person(), typed: 'I agree' }))
      const refusal = await pay()
      expect(refusal.status).toBe(422)
      expect(refusal.text).toMatch(/<select[^>]*name="lk_shipping_type_id"[^>]*aria-invalid="true"/)
      expect(refusal.text).toContain('You must select a valid shipping method')
      await offer(4)
      expect((await client.visit('/checkout')).text).toMatch(/Certificate delivery(<[^>]*>|:| |<!-- -->)*[^<]+ · FREE/)
      expect((await pay()).headers.get('location')).toMatch(/^\/checkout\/success\//)
    } finally {
      await offer(...before.map(({ lk_shipping_type_id }) => lk_shipping_type_id))
    }
  })

  test('a course with an age rule asks for the date of birth in the order of the language', async () => {
    const client = await withCourse(demo.teen)
    const { text } = await client.visit('/checkout')
    expect(text).toContain('This course has an age requirement. MM/DD/YYYY')
    expect(text).toContain('You must be below 18 years old to purchase this course.')
    const teen = { ...person(), typed: 'I agree', dob: '05172012' }
    const unconfirmed = await client.visit('/checkout', await payForm(client, teen))
    expect(unconfirmed.text).toContain('Confirm Date of Birth')
    const confirmed = { ...teen, dob_confirmed: '', dob_checked: '1' }
    const response = await client.visit('/checkout', await payForm(client, confirmed))
    expect(response.headers.get('location')).toMatch(/^\/checkout\/success\//)
  })

  test('the guest continues as their new student account after a declined card', async () => {
    const client = await withCourse()
    const declined = await client.visit('/checkout', await payForm(client, person(), refused))
    expect(declined.status).toBe(422)
    expect(declined.text).toContain('Your card was declined.')
    expect(declined.text).toContain("You're buying as")
    const response = await client.visit('/checkout', await payForm(client))
    expect(response.headers.get('location')).toMatch(/^\/checkout\/success\//)
    expect(client.cookies()).toMatch(/waypost=/)
  })

  test('the guest can continue with another address after a declined card, and no course goes to the mistyped one', async () => {
    const client = await withCourse()
    const [mistyped, right] = [person(), person()]
    const declined = await client.visit('/checkout', await payForm(client, mistyped, refused))
    expect(declined.text).toContain('Use other details')
    expect((await client.visit('/checkout', { action: 'another-buyer' })).status).toBe(303)
    const { text } = await client.visit('/checkout')
    expect(text).not.toContain(mistyped.email)
    expect(text).toContain('New Student / Create Account')
    expect(text).toContain('Basic Driver Improvement')
    const response = await client.visit('/checkout', await payForm(client, right))
    expect(response.headers.get('location')).toMatch(/^\/checkout\/success\//)
    const enrolled = await app.database.read<{ email: string }>`
      select p.email from learning.student_course join identity.person p using (user_id)
      where p.email in (${mistyped.email}, ${right.email})`
    expect(enrolled).toEqual([{ email: right.email }])
  })

  test('a signed-in buyer, or one who awaits the bank, is offered no other details', async () => {
    const student = await shop.newStudent()
    await student.visit('/cart/add', { course_website_id: String(demo.improvement) })
    const intent = hidden((await student.visit('/checkout')).text, 'intent_id')
    expect((await student.visit('/checkout')).text).not.toContain('Use other details')
    await student.visit('/checkout', { action: 'another-buyer' })
    expect(hidden((await student.visit('/checkout')).text, 'intent_id')).toBe(intent)
    const guest = await withCourse()
    shop.simulator.script('reset-after-capture')
    await guest.visit('/checkout', await payForm(guest, person()))
    const refusal = await guest.visit('/checkout', { action: 'another-buyer' })
    expect([refusal.status, refusal.text.includes("We're confirming a payment for this cart.")]).toEqual([409, true])
    await resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
  })

  test('the page says so while the bank does not respond; afterward it opens the receipt', async () => {
    const client = await withCourse()
    shop.simulator.script('reset-after-capture')
    const response = await client.visit('/checkout', await payForm(client, person()))
    const waitingPath = response.headers.get('location')!
    expect(waitingPath).toMatch(/^\/checkout\?order=/)
    const page = await client.visit(waitingPath)
    expect(page.text).toContain("We're confirming your payment")
    expect(page.text).not.toContain('data-card=')
    await resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
    const reply = await client.visit(waitingPath)
    expect(reply.headers.get('location')).toMatch(/^\/checkout\/success\//)
    expect((await client.visit(reply.headers.get('location')!)).status).toBe(200)
    expect(await shop.bookFaults()).toEqual([])
  })
})

describe('the addresses', () => {
  const mailed = async () => {
    const client = await withCourse()
    const cart_item_id = itemId((await client.visit('/checkout')).text)
    const item = { action: 'item', cart_item_id, lk_shipping_type_id: '2', email_asked: '1' }
    await client.visit('/checkout', item)
    return client
  }
  const mailing = { address1: '1 Orange Ave', address2: '', city: 'Orlando', stateId: '10', zip: '32801' }
  const blank = {
    'billing.address1': '',
    'billing.address2': '',
    'billing.city': '',
    'billing.stateId': '',
    'billing.zip': '',
  }
  const address = {
    ...blank,
    'billing.address1': '9 Harbor St',
    'billing.city': 'Tampa',
    'billing.stateId': '10',
    'billing.zip': '33602',
  }

  test('are one for a mailed certificate unless the buyer enters two; the receipt names both', async () => {
    const client = await mailed()
    const { text } = await client.visit('/checkout')
    expect(text).toMatch(/<input[^>]*name="sameAsShipping"[^>]*checked=""/)
    expect(text).toContain('Also email me the certificate')
    const buyer = { ...person(), ...mailing }
    const partly = await client.visit('/checkout', await payForm(client, { ...buyer, ...address, 'billing.city': '' }))
    expect([partly.status, partly.text.includes('City is required.')]).toEqual([422, true])
    expect(partly.text).toContain('value="9 Harbor St"')
    expect(partly.text).not.toMatch(/<input[^>]*name="sameAsShipping"[^>]*checked=""/)
    const response = await client.visit('/checkout', await payForm(client, { ...buyer, ...address }))
    const receipt = (await client.visit(response.headers.get('location')!)).text
    expect(receipt).toContain('1 Orange Ave, Orlando, FL 32801')
    expect(receipt).toContain('9 Harbor St, Tampa, FL 33602')
    const [line] = await app.database
      .read`select send_email_ind from checkout.order_item order by order_item_id desc limit 1`
    expect(line).toEqual({ send_email_ind: false })
  })

  test('are one if the box is checked, regardless of hidden fields', async () => {
    const client = await mailed()
    const form = { ...person(), ...mailing, ...address, sameAsShipping: '1' }
    const response = await client.visit('/checkout', await payForm(client, form))
    expect((await client.visit(response.headers.get('location')!)).text).not.toContain('Harbor')
  })

  test('are optional if nothing is mailed', async () => {
    const client = await withCourse()
    expect((await client.visit('/checkout')).text).toContain('Billing address (optional)')
    const response = await client.visit('/checkout', await payForm(client, { ...person(), ...blank }))
    expect(response.headers.get('location')).toMatch(/^\/checkout\/success\//)
  })
})

describe('an optional part of a bundle', () => {
  test('is removed and added again by plain forms', async () => {
    await app.database.read`
      insert into catalogue.course_bundle (course_version_id, course_id, position, required_ind)
      select a.course_version_id, b.course_id, 1, false from catalogue.v_course_website a, catalogue.v_course_website b
      where a.course_website_id = ${demo.improvement} and b.course_website_id = ${demo.spanish}`
    const client = await withCourse()
    const html = (await client.visit('/checkout')).text
    const part =
      /form="remove-(\d+)" aria-label="Leave out/.exec(html)?.[1] ??
      /aria-label="Leave out[^>]*form="remove-(\d+)"/.exec(html)![1]!
    await client.visit('/checkout', { action: 'remove', cart_item_id: part })
    const without = (await client.visit('/checkout')).text
    expect(without).toContain('You can add this at no cost')
    expect(without).toContain(`id="include-${part}"`)
    expect(hidden(without, 'total')).toBe('19.95')
    await client.visit('/checkout', { action: 'save', cart_item_id: part })
    expect((await client.visit('/checkout')).text).toContain('Leave out Manejo Defensivo')
    await app.database.read`delete from catalogue.course_bundle`
  })
})

describe('a returning student', () => {
  test('requests a new password from the checkout and returns to the cart', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout?tab=returning')
    const link = '/forgot-password?redirect=%2Fcheckout'
    expect(text).toContain(`href="${link}"`)
    const response = await client.visit(link, { loginid: 'student@example.com' })
    expect(response.headers.get('location')).toBe('/change-password-instructions?redirect=%2Fcheckout')
    const instructions = await client.visit(response.headers.get('location')!)
    expect(instructions.text).toContain('href="/login?redirect=%2Fcheckout"')
    const ctx = await app.ctx()
    const recipient = await findResetRecipient(ctx, await app.userId('student@example.com'), { again: false })
    const token = await insertResetLink(ctx, recipient!)
    const newPassword = 'Kettle-Marble-7316!'
    const savedResponse = await client.visit(`/change-password?token=${token}`, {
      newPassword,
      confirmPassword: newPassword,
    })
    expect(savedResponse.headers.get('location')).toBe('/checkout')
    await client.visit('/checkout')
    expect((await client.visit('/checkout')).text).toContain('Basic Driver Improvement')
    await app.database.read`
      update identity.person set password_hash = (
        select password_hash from identity.person where loginid = 'admin@example.com')
      where loginid = 'student@example.com'`
  })

  test('signs in from the checkout and finds the courses in the cart', async () => {
    const client = await withCourse()
    const { text } = await client.visit('/checkout?tab=returning')
    expect(text).toContain('action="/login?redirect=%2Fcheckout"')
    expect(text).toContain('You must Sign In or Register to complete the Check Out process')
    const student = { loginid: 'student@example.com', password: 'Demo-Password-2026!' }
    const signedIn = await client.visit('/login?redirect=%2Fcheckout', student)
    expect(signedIn.headers.get('location')).toBe('/checkout')
    expect((await client.visit('/checkout')).headers.get('location')).toBe('/checkout')
    const response = await client.visit('/checkout')
    expect(response.text).toContain("You're buying as")
    expect(response.text).toContain('Basic Driver Improvement')
    expect(client.cookies()).not.toMatch(/cart=/)
    const reply = await client.visit('/checkout', await payForm(client))
    expect(reply.headers.get('location')).toMatch(/^\/checkout\/success\//)
  })
})

test("a staff member's own cart is not added to that of the person they view as", async () => {
  const guest = await withCourse()
  const student = await shop.newStudent()
  const viewed = { ...(await app.actorOf(student.user_id)), viewed_by: await app.userId('admin@example.com') }
  await loadCheckout(await app.ctx(viewed as never), {}, guest.cookies())
  expect((await student.get('/cart/items')).body.cartItems).toEqual([])
  expect((await guest.visit('/checkout')).text).toContain('Basic Driver Improvement')
})
