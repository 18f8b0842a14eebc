import { beforeAll, describe, expect, test } from 'vitest'
import { sendLeaverEmails } from '#jobs/checkout/send-leaver-emails.job.ts'
import { newPerson, openShop, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { MailFailed } from '#platform/mail/mail.ts'
import type { Client } from '#tests/support/app.ts'
import { returnToCart } from './email-links.ts'
import { findLeaverEmail } from './find-leaver-email.ts'
import { visitCheckout } from './visit-checkout.ts'

const shop = await openShop()
const { app } = shop
const minute = 60_000
const attempt = { id: 'one', number: 1, last: false, signal: new AbortController().signal }
let admin: Someone
let code: { promo_code_id: number; code: string }
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
  const { body } = await admin.post('/settings/savePromoCodes', {
    promoCodes: [{ code: 'STAY10', percent_off: 10, once_per_customer: true }],
  })
  code = body.promoCodes[0]
  const { promo_code_id } = code
  await admin.post('/settings/saveLeaverPromoCode', { leaver: { promo_code_id, enabled: true, scrollup: true } })
  await admin.post('/settings/saveLeaverEmail', { leaver: { enabled: true } })
})

const sweep = async () => sendLeaverEmails.run(await app.ctx({ kind: 'system', name: 'test' }), {}, attempt)
const emailsTo = (email: string) => app.mail.sent.filter(({ to }) => to === email)

/** A student with a course in the cart, and the checkout page's actions for them. */
async function studentWithCart() {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: 1001 })
  return { ...student, look: (cookies: string | null = null) => visitOf(student.user_id, cookies) }
}
const visitOf = async (user_id: number, cookies: string | null = null) =>
  visitCheckout(await app.ctx(await app.actorOf(user_id)), cookies)
const guestVisit = async (client: Client) => visitCheckout(await app.ctx(), client.cookies())
const stateOf = async (user_id: number) => {
  const rows = await app.database.read<{ state: string }>`
    select state from checkout.leaver_letter where user_id = ${user_id} order by leaver_letter_id`
  return rows.map(({ state }) => state)
}

describe('the settings of the exit offer', () => {
  test('are returned as saved, with default delays where none are given', async () => {
    expect((await admin.get('/settings/fetchLeaverPromoCode')).body.leaver).toEqual({
      promo_code_id: code.promo_code_id,
      enabled: true,
      mobileSeconds: 60,
      scrollup: true,
    })
    expect((await admin.get('/settings/fetchLeaverEmail')).body.leaver).toEqual({ enabled: true, minutes: 5 })
    const seller = await addStaff(app, 'LSD')
    expect((await seller.get('/settings/fetchLeaverPromoCode')).body.leaver).toEqual({
      promo_code_id: null,
      enabled: false,
      mobileSeconds: 60,
      scrollup: true,
    })
  })

  test("refuse another organization's code, an offer without a code, and delays out of bounds", async () => {
    const seller = await addStaff(app, 'LSD')
    const save = (leaver: object) => seller.post('/settings/saveLeaverPromoCode', { leaver })
    const { promo_code_id } = code
    expect((await save({ promo_code_id, enabled: true })).status).toBe(404)
    expect((await save({ enabled: true })).body.code).toBe('PROMO_UNKNOWN')
    expect((await save({ enabled: false, mobileSeconds: 4 })).status).toBe(400)
    // A code of an organization below is valid only on its own sites.
    const company = await addStaff(app, 'LST')
    const { body } = await company.post('/settings/savePromoCodes', {
      promoCodes: [{ code: 'BELOW10', percent_off: 10 }],
    })
    const response = await save({ promo_code_id: body.promoCodes[0].promo_code_id, enabled: true })
    expect([response.status, response.body.code]).toEqual([422, 'PROMO_UNKNOWN'])
    const mail = (minutes: number) => seller.post('/settings/saveLeaverEmail', { leaver: { enabled: true, minutes } })
    expect([(await mail(0)).status, (await mail(1_441)).status]).toEqual([400, 400])
  })

  test('are saved once when sent eight times at the same time', async () => {
    const seller = await addStaff(app, 'HVS')
    const mail = () => seller.post('/settings/saveLeaverEmail', { leaver: { enabled: true, minutes: 9 } })
    const offer = () => seller.post('/settings/saveLeaverPromoCode', { leaver: { enabled: false, mobileSeconds: 90 } })
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? mail() : offer())))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await seller.get('/settings/fetchLeaverEmail')).body.leaver).toEqual({ enabled: true, minutes: 9 })
    expect((await seller.get('/settings/fetchLeaverPromoCode')).body.leaver.mobileSeconds).toBe(90)
  })

  test('are for Admins only', async () => {
    const instructor = await addSomeone(app, 'SSD', 2)
    for (const call of ['LeaverPromoCode', 'LeaverEmail']) {
      expect((await instructor.get(`/settings/fetch${call}`)).status).toBe(403)
      expect((await instructor.post(`/settings/save${call}`, { leaver: { enabled: false } })).status).toBe(403)
      expect((await app.visitor().get(`/settings/fetch${call}`)).status).toBe(401)
    }
  })
})

describe('the exit offer', () => {
  test('is made to a visitor with a cart, and states the saving', async () => {
    const { look } = await studentWithCart()
    expect((await look()).offer).toEqual({ code: 'STAY10', saving: '$2.00', mobileSeconds: 60, scrollup: true })
  })

  test('is made once, and not to a visitor with a code, without a cart, or who has used it', async () => {
    const student = await studentWithCart()
    expect((await student.look('a=b; leaver=1')).offer).toBeNull()
    expect((await visitOf((await shop.newStudent()).user_id)).offer).toBeNull()
    await student.get('/promocode/applyCode?code=STAY10')
    expect((await student.look()).offer).toBeNull()
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
    await student.post('/cart/addToCart', { course_website_id: 1002 })
    expect((await student.look()).offer).toBeNull()
  })

  test('is not made after the code has ended or while switched off', async () => {
    const student = await studentWithCart()
    const set = (enabled: boolean) =>
      app.database.read`update checkout.promo_code set enabled = ${enabled} where code = 'STAY10'`
    await set(false)
    expect((await student.look()).offer).toBeNull()
    await set(true)
    expect((await student.look()).offer).not.toBeNull()
  })
})

describe('the cart reminder', () => {
  test('is sent once, five minutes after the last visit, with courses, code and link', async () => {
    const student = await studentWithCart()
    await student.look()
    await app.moveClock(4 * minute)
    await visitOf(student.user_id)
    await app.moveClock(4 * minute)
    await sweep()
    expect(emailsTo(student.email)).toHaveLength(0)
    await app.moveClock(2 * minute)
    await Promise.all([sweep(), sweep()])
    await sweep()
    const emails = emailsTo(student.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain('Basic Driver Improvement')
    expect(emails[0]!.text).toContain('save $2.00 with the code STAY10')
    expect(emails[0]!.text).toMatch(/\/checkout\/return\/[0-9a-f-]{36}/)
    expect(emails[0]!.text).toMatch(/\/checkout\/no-reminders\/[0-9a-f-]{36}/)
    expect(await stateOf(student.user_id)).toEqual(['sent'])
    await visitOf(student.user_id)
    await app.moveClock(10 * minute)
    await sweep()
    expect(emailsTo(student.email)).toHaveLength(1)
  })

  test('is in Spanish for readers of Spanish', async () => {
    const student = await studentWithCart()
    await app.database.read`update identity.person set lk_language_id = 2 where user_id = ${student.user_id}`
    await student.look()
    await app.moveClock(6 * minute)
    await sweep()
    expect(emailsTo(student.email)[0]!.subject).toBe('Su carrito en Sunshine Safe Driving sigue pendiente')
  })

  test('is not sent after a purchase, even one a moment ago', async () => {
    const student = await studentWithCart()
    await student.look()
    await app.moveClock(6 * minute)
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
    await sweep()
    expect(emailsTo(student.email)).toHaveLength(0)
    expect(await stateOf(student.user_id)).toEqual(['dropped'])
  })

  test('is not sent while a payment is being confirmed, or for an emptied cart', async () => {
    const [waitingStudent, studentWithoutCart] = [await studentWithCart(), await studentWithCart()]
    await waitingStudent.look()
    await studentWithoutCart.look()
    shop.simulator.script('reset-after-capture')
    expect((await waitingStudent.post('/payment/process', await payment(waitingStudent, shop))).body.pending).toBe(true)
    const { cartItems } = (await studentWithoutCart.get('/cart/items')).body
    await studentWithoutCart.post('/cart/removeFromCart', { cart_item_id: cartItems[0].id })
    await app.moveClock(6 * minute)
    await sweep()
    expect([...emailsTo(waitingStudent.email), ...emailsTo(studentWithoutCart.email)]).toEqual([])
  })

  test('is not sent to disabled or refunded people, or within a week of the last one', async () => {
    const disabled = await studentWithCart()
    const returnedStudent = await studentWithCart()
    const reminded = await studentWithCart()
    await returnedStudent.post('/payment/process', await payment(returnedStudent, shop))
    await app.database.read`
      update checkout.payment set lk_payment_status_id = 3, refund_cents = total_cents where user_id = ${returnedStudent.user_id}`
    await returnedStudent.post('/cart/addToCart', { course_website_id: 1002 })
    await reminded.look()
    await app.moveClock(6 * minute)
    await sweep()
    await reminded.post('/payment/process', await payment(reminded, shop))
    await reminded.post('/cart/addToCart', { course_website_id: 1002 })
    for (const { user_id } of [disabled, returnedStudent, reminded]) await visitOf(user_id)
    await app.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${disabled.user_id}`
    await app.moveClock(6 * minute)
    await sweep()
    expect([emailsTo(disabled.email), emailsTo(returnedStudent.email)]).toEqual([[], []])
    expect(emailsTo(reminded.email).filter(({ subject }) => subject.startsWith('Your cart'))).toHaveLength(1)
  })

  test('T-31: is not sent to a visitor without an address', async () => {
    const guest = app.visitor()
    const { body } = await guest.post('/cart/addToCart', { course_website_id: 1001 })
    const sentCount = app.mail.sent.length
    const response = await guest.post('/payment/sendLeaverEmail', {
      guest_id: body.guest_id,
      item: { email: 'victim@example.com' },
      course_code: 'victim@example.com',
    })
    expect([response.status, response.body]).toEqual([200, { error: false }])
    await app.moveClock(10 * minute)
    await sweep()
    expect(app.mail.sent).toHaveLength(sentCount)
  })

  test("T-31: is one email to the account's own address, even when requested a hundred times", async () => {
    const student = await studentWithCart()
    const requestEmail = () => student.post('/payment/sendLeaverEmail', { item: 1001, course_code: 'x@example.com' })
    const responses = await Promise.all(Array.from({ length: 100 }, requestEmail))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const sentCount = app.mail.sent.length
    await app.moveClock(6 * minute)
    await sweep()
    expect(app.mail.sent.slice(sentCount).map(({ to }) => to)).toEqual([student.email])
  })

  test('is sent to a guest after a declined card, when their account exists', async () => {
    const guest = app.visitor()
    await guest.visit('/cart/add', { course_website_id: '1001' })
    const person = newPerson()
    const page = await guest.visit('/checkout')
    const guest_id = /cart=([\w-]{43})/.exec(guest.cookies())?.[1]
    expect(page.status).toBe(200)
    const sentBody = { ...(await payment(guest, shop, { guest_id }, refused)), student: person }
    expect((await guest.post('/payment/process', sentBody)).body.code).toBe('PAYMENT_DECLINED')
    await guestVisit(guest)
    await app.moveClock(6 * minute)
    await sweep()
    expect(emailsTo(person.email)).toHaveLength(1)
  })

  test('T-31: is sent once a week to a mailbox, however many accounts use it', async () => {
    const email = 'mailbox@example.com'
    for (const loginid of ['first-of-mailbox', 'second-of-mailbox']) {
      const guest = app.visitor()
      await guest.visit('/cart/add', { course_website_id: '1001' })
      const guest_id = /cart=([\w-]{43})/.exec(guest.cookies())?.[1]
      const student = { ...newPerson(email), loginid }
      await guest.post('/payment/process', { ...(await payment(guest, shop, { guest_id }, refused)), student })
      await guestVisit(guest)
      await app.moveClock(6 * minute)
      await sweep()
    }
    expect(emailsTo(email)).toHaveLength(1)
    const stop = /\/checkout\/no-reminders\/[0-9a-f-]{36}/.exec(emailsTo(email)[0]!.text)![0]
    await app.visitor().visit(stop, { ok: '1' })
    const [other] = await app.database.read<{ user_id: number }>`
      select user_id from identity.person where loginid = 'second-of-mailbox'`
    await app.moveClock(8 * 24 * 60 * minute)
    const restoredClient = await app.as(other!.user_id)
    await restoredClient.post('/cart/addToCart', { course_website_id: 1001 })
    await visitOf(other!.user_id)
    await app.moveClock(6 * minute)
    await sweep()
    expect(emailsTo(email)).toHaveLength(1)
  })

  test('is not scheduled while staff view as the student', async () => {
    const student = await studentWithCart()
    const actor = await app.actorOf(student.user_id)
    await visitCheckout(await app.ctx({ ...actor, viewed_by: admin.user_id } as never), null)
    expect(await stateOf(student.user_id)).toEqual([])
  })

  test('is retried when the mail server refuses it, without delaying others', async () => {
    const [first, second, never] = [await studentWithCart(), await studentWithCart(), await studentWithCart()]
    for (const { look } of [first, second, never]) await look()
    await app.moveClock(6 * minute)
    const send = app.mail.send
    app.mail.send = async (message) => {
      if (message.to === first.email) throw new MailFailed('temporary', 'not now')
      if (message.to === never.email) throw new MailFailed('permanent', 'no such address')
      return send(message)
    }
    await sweep()
    app.mail.send = send
    expect([emailsTo(first.email).length, emailsTo(second.email).length]).toEqual([0, 1])
    expect(await stateOf(never.user_id)).toEqual(['dropped'])
    await app.moveClock(11 * minute)
    await sweep()
    expect([emailsTo(first.email).length, emailsTo(second.email).length]).toEqual([1, 1])
  })

  test('is dropped after a day of failures', async () => {
    const student = await studentWithCart()
    await student.look()
    await app.moveClock(25 * 60 * minute)
    await sweep()
    expect(emailsTo(student.email)).toHaveLength(0)
    expect(await stateOf(student.user_id)).toEqual(['dropped'])
  })
})

/** Each cause ends before the job handles the reminder for the first time. */
describe('a reminder that is due', () => {
  const { read } = app.database
  async function addDueReminder() {
    const student = await studentWithCart()
    const send = await payment(student, shop, {}, refused)
    expect((await student.post('/payment/process', send)).body.code).toBe('PAYMENT_DECLINED')
    await student.look()
    const [letter] = await read<{ id: number }>`
      select leaver_letter_id as id from checkout.leaver_letter where user_id = ${student.user_id}`
    const find = async () => findLeaverEmail(await app.ctx({ kind: 'system', name: 'test' }), letter!.id)
    return { student, find }
  }

  test.each([
    ['calling', false],
    ['unknown', false],
    ['held', false],
    ['approved', false],
    ['declined', true],
    ['failed', true],
  ])('is sent if the payment of its cart is %s: %s', async (state, isSent) => {
    const { student, find } = await addDueReminder()
    await read`
      update checkout.payment_attempt a
      set state = ${state}, settled_at = case when ${['calling', 'unknown', 'held'].includes(state)} then null else platform.now() end
      from checkout.customer_order o where o.order_id = a.order_id and o.user_id = ${student.user_id}`
    const email = await find()
    await read`
      update checkout.payment_attempt a set state = 'declined', settled_at = platform.now()
      from checkout.customer_order o where o.order_id = a.order_id and o.user_id = ${student.user_id}`
    expect(email !== null).toBe(isSent)
  })

  test.each([
    [1, true],
    [3, false],
    [6, false],
    [7, false],
    [8, false],
  ])('is sent to a buyer who has an earlier payment of status %i: %s', async (status, isSent) => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: 1002 })
    expect((await student.post('/payment/process', await payment(student, shop))).status).toBe(200)
    await student.post('/cart/addToCart', { course_website_id: 1001 })
    await visitOf(student.user_id)
    await read`update checkout.payment set lk_payment_status_id = ${status} where user_id = ${student.user_id}`
    const [letter] = await read<{ id: number }>`
      select leaver_letter_id as id from checkout.leaver_letter where user_id = ${student.user_id}`
    const email = await findLeaverEmail(await app.ctx({ kind: 'system', name: 'test' }), letter!.id)
    expect(email !== null).toBe(isSent)
  })

  test.each([
    ['a deleted person', (id: number) => read`update identity.person set deleted_at = now() where user_id = ${id}`],
    ['a disabled person', (id: number) => read`update identity.person set lk_user_status_id = 2 where user_id = ${id}`],
    [
      'a cart that was renewed',
      (id: number) => read`update checkout.cart set intent_id = gen_random_uuid() where user_id = ${id}`,
    ],
  ])('is not sent to %s', async (_, end) => {
    const { student, find } = await addDueReminder()
    expect(await find()).not.toBeNull()
    await end(student.user_id)
    expect(await find()).toBeNull()
  })

  test('is not sent once reminders are off, and has no code while the offer is off', async () => {
    const { student, find } = await addDueReminder()
    const set = (column: 'email_enabled_ind' | 'enabled_ind', value: boolean) => read`
      update checkout.leaver_settings set ${read({ [column]: value })} where organization_id = 1`
    expect((await find())!.offer).toMatchObject({ code: 'STAY10' })
    await set('enabled_ind', false)
    expect(await find()).toMatchObject({ offer: null, user_id: student.user_id })
    expect(await returnToCart(await app.ctx(await app.actorOf(student.user_id)), null)).toBe(false)
    await set('enabled_ind', true)
    await set('email_enabled_ind', false)
    expect(await find()).toBeNull()
    await set('email_enabled_ind', true)
  })
})

describe('the links of the cart reminder', () => {
  async function reminded() {
    const student = await studentWithCart()
    await student.look()
    await app.moveClock(6 * minute)
    await sweep()
    const { text } = emailsTo(student.email)[0]!
    return { student, back: pathOf(text, 'return'), stop: pathOf(text, 'no-reminders') }
  }
  const pathOf = (text: string, name: string) => new RegExp(`/checkout/${name}/[0-9a-f-]{36}`).exec(text)![0]

  test("open the student's own cart with the code applied, after signing in", async () => {
    const { student, back } = await reminded()
    const stranger = await app.visitor().visit(back)
    expect(stranger.headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(back)}`)
    const response = await student.visit(back)
    expect(response.headers.get('location')).toBe('/checkout')
    const { body } = await student.get('/cart/items')
    expect(body).toMatchObject({ discount: 2, cartItems: [{ promoCode: { code: 'STAY10' } }] })
    expect((await student.visit(back)).headers.get('location')).toBe('/checkout')
  })

  test("do not open another person's cart to someone who has the email", async () => {
    const { student, back } = await reminded()
    const other = await shop.newStudent()
    await other.visit(back)
    expect((await student.get('/cart/items')).body.discount).toBe(0)
    expect((await other.get('/cart/items')).body.cartItems).toEqual([])
  })

  test('are also in the headers, so that mail programs unsubscribe with one click without a sign-in', async () => {
    const { student, stop } = await reminded()
    const { unsubscribe_url } = emailsTo(student.email).at(-1)!
    const { host, pathname } = new URL(unsubscribe_url!)
    expect(pathname).toBe(`${stop}/one-click`)
    const post = (body: string, path = pathname) =>
      app.app.request(`http://${host}${path}`, {
        method: 'POST',
        headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    const refusals = () => app.database.read`select 1 from checkout.leaver_refusal where user_id = ${student.user_id}`
    expect((await post('found=by-a-robot')).status).toBe(400)
    expect((await app.app.request(`http://${host}${pathname}`, { headers: { host } })).status).not.toBe(200)
    expect(await refusals()).toHaveLength(0)
    const responses = [await post('List-Unsubscribe=One-Click'), await post('List-Unsubscribe=One-Click')]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await refusals()).toHaveLength(1)
    const unknown = '/checkout/no-reminders/00000000-0000-4000-8000-000000000000/one-click'
    expect((await post('List-Unsubscribe=One-Click', unknown)).status).toBe(404)
  })

  test('unsubscribe by submitting a form, not by opening the page; an unknown link does nothing', async () => {
    const { student, stop } = await reminded()
    expect((await app.visitor().visit(stop)).text).toContain("won't send you any more reminders")
    const refusals = () => app.database.read`select 1 from checkout.leaver_refusal where user_id = ${student.user_id}`
    expect(await refusals()).toHaveLength(0)
    expect((await app.visitor().visit(stop, { ok: '1' })).status).toBe(303)
    expect((await app.visitor().visit(stop, { ok: '1' })).status).toBe(303)
    expect(await refusals()).toHaveLength(1)
    await app.moveClock(8 * 24 * 60 * minute)
    const secondClient = await app.as(student.user_id)
    await secondClient.post('/payment/process', await payment(secondClient, shop))
    await secondClient.post('/cart/addToCart', { course_website_id: 1002 })
    await visitOf(student.user_id)
    await app.moveClock(6 * minute)
    await sweep()
    expect(emailsTo(student.email).filter(({ subject }) => subject.startsWith('Your cart'))).toHaveLength(1)
    const unknown = '/checkout/no-reminders/00000000-0000-4000-8000-000000000000'
    expect((await app.visitor().visit(unknown)).headers.get('location')).toBe('/404')
    expect((await app.visitor('LSD').visit(stop)).headers.get('location')).toBe('/404')
  })
})
