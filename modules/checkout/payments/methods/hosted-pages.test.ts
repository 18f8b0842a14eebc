import { afterEach, describe, expect, test } from 'vitest'
import { demo, openShop } from '#modules/checkout/checkout.fixture.ts'
import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { resolvePayments } from '#modules/checkout/payments/resolve-payments.ts'
import { getAcceptPaymentPage } from './get-payment-page.ts'

const shop = await openShop()
const { app } = shop

afterEach(async () => expect(await shop.bookFaults()).toEqual([]))

/** An open order that staff created for a new student. */
async function addOpenOrder() {
  const student = await shop.newStudent()
  const admin = await app.as(await app.userId('admin@example.com'))
  const response = await admin.post('/order/create', {
    order: { user_id: student.user_id, request_id: crypto.randomUUID() },
    items: [{ kind: 'course', course_website_id: demo.improvement }],
  })
  expect(response.status).toBe(200)
  const [order] = await app.database.read<{ order_id: number; intent_id: string; total_cents: number }>`
    select order_id, intent_id, total_cents from checkout.customer_order
    where user_id = ${student.user_id} order by order_id desc limit 1`
  const { order_id, intent_id, total_cents } = order!
  const query = new URLSearchParams({ order_id: String(order_id), intent_id, total: String(total_cents / 100) })
  for (const name of ['accepted', 'opened']) query.set(name, '1')
  return { student, path: `/payment/getAnAcceptPaymentPage?${query}`, order_id }
}

describe("the gateway's hosted payment page", () => {
  test('T-28: pays one attempt of the order, which a second press does not repeat', async () => {
    const { student, path, order_id } = await addOpenOrder()
    const responses = await Promise.all([student.get(path), student.get(path), student.get(path)])
    expect(responses.map(({ body }) => body.code ?? 'token').toSorted()).toEqual([
      'PAYMENT_RUNNING',
      'PAYMENT_RUNNING',
      'token',
    ])
    const attempts = await app.database.read`
      select state from checkout.payment_attempt where order_id = ${order_id}`
    expect(attempts).toEqual([{ state: 'calling' }])
  })

  test('books what was paid there once, regardless of the browser', async () => {
    const { student, path, order_id } = await addOpenOrder()
    const { token, url } = (await student.get(path)).body
    const body = new URLSearchParams({ token, choice: 'go' })
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    expect(response.headers.get('location')).toMatch(new RegExp(`/checkout/order/${order_id}$`))
    await app.moveClock(2 * 60_000)
    const system = await app.ctx({ kind: 'system', name: 'test' })
    expect((await Promise.all([resolvePayments(system), resolvePayments(system)])).includes(1)).toBe(true)
    const orders = await app.database.read`
      select lk_order_status_id from checkout.customer_order where order_id = ${order_id}`
    expect(orders).toEqual([{ lk_order_status_id: 2 }])
  })

  test('offers the saved cards to the student, but not in a session that a client began', async () => {
    for (const method of ['password', 'client']) {
      const { student, order_id } = await addOpenOrder()
      await app.database.read`
        insert into checkout.customer_profile (user_id, organization_id, customer_profile_id)
        select user_id, organization_id, ${`customer ${order_id}`} from identity.person where user_id = ${student.user_id}`
      const [order] = await app.database.read<{ intent_id: string; total_cents: number }>`
        select intent_id, total_cents from checkout.customer_order where order_id = ${order_id}`
      const profiles: (string | null)[] = []
      const ctx = await shop.dying(student.user_id, cardVault, (real) => ({
        paymentPage(request, profile, ...more) {
          profiles.push(profile)
          return real.paymentPage(request, null, ...more)
        },
      }))
      await app.database
        .read`update identity.session set method = ${method}, proved_at = null where user_id = ${student.user_id}`
      const { intent_id, total_cents } = order!
      const input = { order_id, intent_id, total: total_cents / 100, accepted: true, opened: true, typed: '', dob: '' }
      await getAcceptPaymentPage.run(ctx, input)
      expect(profiles).toEqual([method === 'client' ? null : `customer ${order_id}`])
    }
  })

  test("T-27: is only for the caller's own orders", async () => {
    const { path } = await addOpenOrder()
    expect((await (await shop.newStudent()).get(path)).status).toBe(404)
    expect((await app.visitor().get(path)).status).toBe(401)
  })

  test('T-34: is refused to a buyer whose cards were declined too often', async () => {
    const { student, path, order_id } = await addOpenOrder()
    await app.database.read`
      insert into checkout.payment_attempt (order_id, organization_id, attempt, state, amount_cents, settled_at)
      select ${order_id}, 1, 'declined-' || n, 'declined', 100, platform.now() from generate_series(1, 5) n`
    expect((await student.get(path)).body.code).toBe('TOO_MANY_DECLINES')
  })

  test('reopens the order after fifteen minutes if unused', async () => {
    const { student, path } = await addOpenOrder()
    expect((await student.get(path)).status).toBe(200)
    await app.moveClock(16 * 60_000)
    await resolvePayments(await app.ctx({ kind: 'system', name: 'test' }))
    expect((await (await app.as(student.user_id)).get(path)).status).toBe(200)
  })

  test('leaves nothing pending if the gateway does not provide it', async () => {
    const { student, path } = await addOpenOrder()
    app.gateway.simulator.scriptQueries('failure-500-before-capture')
    expect((await student.get(path)).body.code).toBe('PAYMENT_FAILED')
    expect((await student.get(path)).status).toBe(200)
  })
})

describe('a checkout token', () => {
  test('opens the checkout for its student, who is shown first, once', async () => {
    const student = await shop.newStudent()
    await student.post('/cart/addToCart', { course_website_id: demo.improvement })
    const { token } = (await student.get('/user/generateCheckoutToken')).body
    const visitor = app.visitor()
    const page = await visitor.visit(`/checkout/enter?token=${token}`)
    expect(page.text).toContain('Continue as Rosa Marin')
    expect(visitor.cookies()).not.toMatch(/waypost=/)
    const entered = await visitor.visit('/checkout/enter', { token })
    expect(entered.headers.get('location')).toBe('/checkout')
    expect((await visitor.visit('/checkout')).text).toContain('Basic Driver Improvement')
    const response = await app.visitor().visit('/checkout/enter', { token })
    expect(response.headers.get('location')).toBe('/login?redirect=%2Fcheckout')
  })

  test('is invalid after fifteen minutes, on another site, and for visitors and staff', async () => {
    const student = await shop.newStudent()
    const { token } = (await student.get('/user/generateCheckoutToken')).body
    const otherSite = await app.visitor('GCT').visit(`/checkout/enter?token=${token}`)
    expect(otherSite.headers.get('location')).toMatch(/^\/login/)
    await app.moveClock(16 * 60_000)
    const response = await app.visitor().visit(`/checkout/enter?token=${token}`)
    expect(response.headers.get('location')).toMatch(/^\/login/)
    expect((await app.visitor().get('/user/generateCheckoutToken')).status).toBe(401)
    const admin = await app.as(await app.userId('admin@example.com'))
    expect((await admin.get('/user/generateCheckoutToken')).status).toBe(403)
  })
})
