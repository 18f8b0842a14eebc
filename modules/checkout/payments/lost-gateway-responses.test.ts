import { afterEach, describe, expect, test } from 'vitest'
import { demo, guestWith, newPerson, openShop, payment, refused } from '#modules/checkout/checkout.fixture.ts'
import { paymentGateway } from './gateways/gateway.ts'
import { processPayment } from './process-payment.ts'
import { resolvePayments } from './resolve-payments.ts'

const shop = await openShop()
const { app, simulator } = shop
const minute = 60_000

/** Differences in the books that a test causes on purpose. */
const expected: string[] = []

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual(expected)
})

const systemCtx = () => app.ctx({ kind: 'system', name: 'test' })
const sweep = async () => resolvePayments(await systemCtx())
const stateOf = async (intent_id: string) => {
  const rows = await app.database.read<{ state: string }>`
    select a.state from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where o.intent_id = ${intent_id} order by a.payment_attempt_id`
  return rows.map(({ state }) => state)
}

const buyer = async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  return { student, send: await payment(student, shop) }
}

describe('a response lost after the money was captured', () => {
  test.each([
    'time-out-after-capture',
    'reset-after-capture',
    'failure-500-after-capture',
    'malformed-after-capture',
  ] as const)('(%s) is awaited, never charged again, and booked once by the resolver', async (behavior) => {
    const { student, send } = await buyer()
    const before = simulator.ledger().captures.length
    simulator.script(behavior)
    const response = await student.post('/payment/process', send)
    expect(response.body).toMatchObject({ pending: true, transactionResponse: null })
    const repeatedResponse = await student.post('/payment/process', { ...send, creditCard: shop.creditCard() })
    expect(repeatedResponse.body).toMatchObject({ pending: true })
    expect(await Promise.all([sweep(), sweep(), sweep()])).toContain(1)
    expect(await sweep()).toBe(0)
    expect(simulator.ledger().captures).toHaveLength(before + 1)
    const reply = await student.post('/payment/process', send)
    expect(reply.body).toMatchObject({ pending: false })
    expect((await student.get(`/order/transaction/${reply.body.transactionResponse.transId}`)).status).toBe(200)
  })

  test('is not booked as long as the gateway reports another amount', async () => {
    const { student, send } = await buyer()
    simulator.script('reset-after-capture')
    await student.post('/payment/process', send)
    const other = await shop.dying('system', paymentGateway, (gateway) => ({
      async findByAttempt(...search) {
        const result = await gateway.findByAttempt(...search)
        if (result.answer !== 'found') return result
        return { ...result, transaction: { ...result.transaction, amount_cents: 1994 } }
      },
    }))
    expect(await resolvePayments(other)).toBe(0)
    expect(await stateOf(send.intent_id)).toEqual(['unknown'])
    expect((await student.get('/user/transaction/fetch')).body.data).toEqual([])
    await app.moveClock(minute)
    expect(await sweep()).toBe(1)
    expect(await stateOf(send.intent_id)).toEqual(['approved'])
  })

  test('the cart cannot change while the payment is being confirmed', async () => {
    const { student, send } = await buyer()
    simulator.script('reset-after-capture')
    await student.post('/payment/process', send)
    const [item] = (await student.get('/cart/items')).body.cartItems
    const changes = await Promise.all([
      student.post('/cart/addToCart', { course_website_id: demo.spanish }),
      student.post('/cart/updateCartItem', { cart_item_id: item.id, audio_ind: true }),
      student.post('/cart/removeFromCart', { cart_item_id: item.id }),
      student.get('/promocode/applyCode?code=SUNNY5'),
    ])
    expect(changes.map(({ body }) => body.code)).toEqual(Array(4).fill('PAYMENT_RUNNING'))
    await sweep()
  })

  test('a guest with a lost response is signed in on return', async () => {
    const { client, guest_id } = await guestWith(shop)
    const send = await payment(client, shop, { guest_id, student: newPerson() })
    simulator.script('reset-after-capture')
    expect((await client.post('/payment/process', send)).body.pending).toBe(true)
    await sweep()
    const response = await client.post('/payment/process', send)
    expect(response.body.token).toMatch(/^[\w-]{43}$/)
    await app.moveClock(31 * minute)
    const lateResponse = await client.post('/payment/process', send)
    expect(lateResponse.body).toMatchObject({ pending: false, token: null })
  })
})

describe('a response lost before any money was captured', () => {
  test('is given up after fifteen minutes, not before; then the same intent can be paid', async () => {
    const { student, send } = await buyer()
    simulator.script('reset-before-capture')
    expect((await student.post('/payment/process', send)).body.pending).toBe(true)
    expect(await sweep()).toBe(0)
    await app.moveClock(14 * minute)
    expect(await sweep()).toBe(0)
    expect(await stateOf(send.intent_id)).toEqual(['unknown'])
    await app.moveClock(2 * minute)
    expect(await sweep()).toBe(1)
    expect(await stateOf(send.intent_id)).toEqual(['failed'])
    const response = await student.post('/payment/process', { ...send, creditCard: shop.creditCard() })
    expect(response.status).toBe(200)
    expect(await stateOf(send.intent_id)).toEqual(['failed', 'approved'])
  })

  test('is never settled while the gateway is unreachable', async () => {
    const { student, send } = await buyer()
    simulator.script('reset-after-capture')
    await student.post('/payment/process', send)
    await app.moveClock(20 * minute)
    simulator.scriptQueries('failure-500-before-capture', 'failure-500-before-capture')
    expect(await sweep()).toBe(0)
    expect(await stateOf(send.intent_id)).toEqual(['unknown'])
    simulator.clearScripts()
    expect(await sweep()).toBe(1)
    expect(await stateOf(send.intent_id)).toEqual(['approved'])
  })
})

describe('a process killed', () => {
  test('is recovered between capture and booking: the resolver books it once', async () => {
    const { student, send } = await buyer()
    const ctx = await shop.dying(student.user_id, paymentGateway, (gateway) => ({
      async charge(request) {
        await gateway.charge(request)
        throw new Error('killed')
      },
    }))
    await expect(processPayment.run(ctx, send)).rejects.toThrow('killed')
    expect(await stateOf(send.intent_id)).toEqual(['calling'])
    const unbooked = await shop.bookFaults()
    expect(unbooked).toEqual([expect.stringMatching(/^I1: capture .* has no payment$/)])
    expect(await sweep()).toBe(0)
    await app.moveClock(2 * minute)
    expect(await Promise.all([sweep(), sweep()])).toContain(1)
    expect(await stateOf(send.intent_id)).toEqual(['approved'])
  })

  test('before the call to the gateway charges nothing, and the intent works again', async () => {
    const { student, send } = await buyer()
    const before = simulator.ledger().captures.length
    const ctx = await shop.dying(student.user_id, paymentGateway, () => ({
      charge: () => Promise.reject(new Error('killed')),
    }))
    await expect(processPayment.run(ctx, send)).rejects.toThrow('killed')
    await app.moveClock(16 * minute)
    await sweep()
    expect(simulator.ledger().captures).toHaveLength(before)
    expect((await student.post('/payment/process', send)).status).toBe(200)
    expect(simulator.ledger().captures).toHaveLength(before + 1)
  })

  test('while courses open books money and courses together later', async () => {
    const { student, send } = await buyer()
    const sql = app.database.read
    await sql`
      create function checkout.break_enrolment() returns trigger language plpgsql
      as $$ begin raise exception 'broken'; end $$`
    await sql`
      create trigger broken before insert on learning.student_course
      for each row execute function checkout.break_enrolment()`
    expect((await student.post('/payment/process', send)).status).toBe(500)
    await app.moveClock(2 * minute)
    expect(await sweep()).toBe(0)
    const { body } = await student.get('/cart/items')
    expect(body.cartItems).toHaveLength(1)
    await sql`drop trigger broken on learning.student_course`
    expect(await sweep()).toBe(1)
    expect((await student.get('/cart/items')).body.cartItems).toEqual([])
  })
})

describe('a payment held for review by the gateway', () => {
  test('is pending until it is approved there', async () => {
    const { student, send } = await buyer()
    simulator.script('held')
    expect((await student.post('/payment/process', send)).body.pending).toBe(true)
    expect(await sweep()).toBe(0)
    const [row] = await app.database.read<{ transaction_id: string }>`
      select transaction_id from checkout.payment_attempt where state = 'held'`
    simulator.release(row!.transaction_id, 'approve')
    expect(await sweep()).toBe(1)
    expect((await student.post('/payment/process', send)).body.pending).toBe(false)
  })

  test('allows another card after it is declined there', async () => {
    const { student, send } = await buyer()
    simulator.script('held')
    await student.post('/payment/process', send)
    const [row] = await app.database.read<{ transaction_id: string }>`
      select transaction_id from checkout.payment_attempt where state = 'held'`
    simulator.release(row!.transaction_id, 'decline')
    expect(await sweep()).toBe(1)
    expect(await stateOf(send.intent_id)).toEqual(['declined'])
    expect((await student.post('/payment/process', { ...send, creditCard: shop.creditCard() })).status).toBe(200)
  })
})

/** Buys with a gateway that responds only after `release`; the attempt is given up before. */
async function slowPayment(code?: string) {
  const { student, send } = await buyer()
  if (code) await student.get(`/promocode/applyCode?code=${code}`)
  const now = code ? await payment(student, shop) : send
  const { paying, release } = await shop.slowly(student.user_id, now)
  await app.moveClock(16 * minute)
  expect(await sweep()).toBe(1)
  return { student, send: now, paying, release }
}

describe('an approval after its attempt was given up', () => {
  test('books the order, and counts its promo code as used', async () => {
    const { student, send, paying, release } = await slowPayment('SUNNY5')
    release()
    expect(await paying).toMatchObject({ pending: false })
    expect(await stateOf(send.intent_id)).toEqual(['approved'])
    const [uses] = await app.database.read<{ n: number }>`
      select count(*)::integer as n from checkout.promo_use where user_id = ${student.user_id}`
    expect(uses!.n).toBe(1)
  })

  test('opens nothing added to the order since: the money is surplus and returned', async () => {
    const { student, send, paying, release } = await slowPayment()
    await student.post('/cart/addToCart', { course_website_id: demo.spanish })
    const larger = await payment(student, shop, {}, refused)
    expect((await student.post('/payment/process', larger)).body.code).toBe('PAYMENT_DECLINED')
    release()
    await expect(paying).rejects.toThrow('PAYMENT_RUNNING')
    expect(await stateOf(send.intent_id)).toEqual(['surplus', 'declined'])
    const [row] = await app.database.read<{ n: number }>`
      select count(*)::integer as n from learning.student_course where user_id = ${student.user_id}`
    expect(row!.n).toBe(0)
    const [capture] = simulator.ledger().captures.slice(-1)
    expected.push(`I1: capture ${capture!.transaction_id} of 1995 cents has no payment`)
  })
})

describe('a call that ends without a response after its attempt was given up', () => {
  const lose = async (behavior: 'reset-after-capture' | 'reset-before-capture', code?: string) => {
    const slow = await slowPayment(code)
    simulator.script(behavior)
    return slow
  }
  const usesOf = async (user_id: number) => {
    const [row] = await app.database.read<{ n: number }>`
      select count(*)::integer as n from checkout.promo_use where user_id = ${user_id}`
    return row!.n
  }

  test('is queried again: nothing is charged twice, and a captured payment opens the courses', async () => {
    const { student, send, paying, release } = await lose('reset-after-capture', 'SUNNY5')
    const before = simulator.ledger().captures.length
    expect(await usesOf(student.user_id)).toBe(0)
    release()
    expect(await paying).toMatchObject({ pending: true })
    expect([await stateOf(send.intent_id), await usesOf(student.user_id)]).toEqual([['unknown'], 1])
    const response = await student.post('/payment/process', { ...send, creditCard: shop.creditCard() })
    expect(response.body).toMatchObject({ pending: true })
    expect(await sweep()).toBe(1)
    expect(await stateOf(send.intent_id)).toEqual(['approved'])
    expect((await student.post('/payment/process', send)).body.pending).toBe(false)
    expect([simulator.ledger().captures.length, await usesOf(student.user_id)]).toEqual([before + 1, 1])
  })

  test('gets fifteen more minutes before it is given up again', async () => {
    const { student, send, paying, release } = await lose('reset-before-capture', 'SUNNY5')
    release()
    expect(await paying).toMatchObject({ pending: true })
    expect(await sweep()).toBe(0)
    await app.moveClock(14 * minute)
    expect(await sweep()).toBe(0)
    expect(await stateOf(send.intent_id)).toEqual(['unknown'])
    await app.moveClock(2 * minute)
    expect(await sweep()).toBe(1)
    expect([await stateOf(send.intent_id), await usesOf(student.user_id)]).toEqual([['failed'], 0])
    expect(await sweep()).toBe(0)
    const laterClient = await app.as(student.user_id)
    expect((await laterClient.post('/payment/process', { ...send, creditCard: shop.creditCard() })).status).toBe(200)
  })

  test('is returned if captured after another card paid, and the order stays paid', async () => {
    const { student, send, paying, release } = await slowPayment()
    expect((await student.post('/payment/process', { ...send, creditCard: shop.creditCard() })).body.pending).toBe(
      false,
    )
    simulator.script('reset-after-capture')
    release()
    expect(await paying).toMatchObject({ pending: false })
    expect(await stateOf(send.intent_id)).toEqual(['failed', 'approved'])
    expect(await sweep()).toBe(1)
    expect(await stateOf(send.intent_id)).toEqual(['surplus', 'approved'])
    expect(await sweep()).toBe(0)
    const [capture] = simulator.ledger().captures.slice(-1)
    expected.push(`I1: capture ${capture!.transaction_id} of 1995 cents has no payment`)
  })

  test('is queried after another card was declined until it is certain that nothing was captured', async () => {
    const { student, send, paying, release } = await slowPayment('SUNNY5')
    const declined = await student.post('/payment/process', { ...send, creditCard: shop.creditCard(refused) })
    expect(declined.body.code).toBe('PAYMENT_DECLINED')
    simulator.script('reset-before-capture')
    release()
    await expect(paying).rejects.toThrow('PAYMENT_RUNNING')
    expect(await sweep()).toBe(0)
    await app.moveClock(16 * minute)
    expect((await student.post('/payment/process', { ...send, creditCard: shop.creditCard() })).body.pending).toBe(
      false,
    )
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    expect([await stateOf(send.intent_id), await usesOf(student.user_id)]).toEqual([
      ['failed', 'declined', 'approved'],
      1,
    ])
  })
})

test('payments that never settle delay no others: each is queried in turn, with growing intervals', async () => {
  const stuck = await buyer()
  simulator.script('held')
  await stuck.student.post('/payment/process', stuck.send)
  const sql = app.database.read
  const [{ order_id } = { order_id: 0 }] = await sql<{ order_id: number }>`
    select order_id from checkout.customer_order where intent_id = ${stuck.send.intent_id}`
  await sql`
    insert into checkout.customer_order (organization_id, user_id, intent_id, subtotal_cents, add_on_cents, shipping_cents,
                                         discount_cents, total_cents, first_name, last_name, email)
    select organization_id, user_id, gen_random_uuid(), 100, 0, 0, 0, 100, '', '', 'x@example.com'
    from checkout.customer_order, generate_series(1, 250) where order_id = ${order_id}`
  await sql`
    insert into checkout.payment_attempt (order_id, organization_id, attempt, state, amount_cents, transaction_id, called_at)
    select o.order_id, o.organization_id, 'stuck-' || o.order_id, 'held', 100, a.transaction_id,
           platform.now() - interval '1 day'
    from checkout.customer_order o
    join checkout.payment_attempt a on a.order_id = ${order_id}
    where o.email = 'x@example.com'`
  const countUnchecked = async () => {
    const [row] = await sql<{ n: number }>`
      select count(*)::integer as n from checkout.payment_attempt where attempt like 'stuck-%' and checked_at is null`
    return row!.n
  }
  await Promise.all([sweep(), sweep()])
  expect(await countUnchecked()).toBe(50)
  await sweep()
  expect(await countUnchecked()).toBe(0)
  const { student, send } = await buyer()
  simulator.script('reset-after-capture')
  await student.post('/payment/process', send)
  await sweep()
  expect(await stateOf(send.intent_id)).toEqual(['approved'])
  const countChecked = async () => {
    const [row] = await sql<{ n: number }>`
      select count(*)::integer as n from checkout.payment_attempt
      where attempt like 'stuck-%' and checked_at > platform.now() - interval '1 minute'`
    return row!.n
  }
  await app.moveClock(30 * minute)
  await sweep()
  expect(await countChecked()).toBe(0)
  await app.moveClock(40 * minute)
  await sweep()
  expect(await countChecked()).toBe(100)
  await sql`delete from checkout.discrepancy where kind = 'still_held'`
  await sql`delete from checkout.payment_attempt where attempt like 'stuck-%'`
  await sql`delete from checkout.customer_order where email = 'x@example.com'`
})
