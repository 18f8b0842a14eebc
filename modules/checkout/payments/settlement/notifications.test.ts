import { afterEach, describe, expect, test } from 'vitest'
import { demo, payment } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { openGatewayDesk } from './settlement.fixture.ts'

const shop = await openRefundShop({ jobs: true })
const { app, simulator } = shop
const { console: bank, notify, deliver, read } = openGatewayDesk(shop)
const count = async () =>
  (await app.database.read<{ n: number }>`select count(*)::integer as n from checkout.gateway_notification`)[0]!.n

afterEach(async () => {
  simulator.clearScripts()
  expect(await shop.bookFaults()).toEqual([])
  expect(await app.database.read`select kind from checkout.discrepancy where resolved_at is null`).toHaveLength(0)
})

describe('T-36: a notification of the gateway', () => {
  test('unsigned or signed by someone else is refused and not stored', async () => {
    const purchase = await shop.buy([demo.improvement], false)
    await bank.void(purchase.transaction_id)
    const { body, header } = notify(purchase.transaction_id, 'void')
    const before = await count()
    expect(await deliver(body)).toBe(401)
    expect(await deliver(`${body} `, header)).toBe(401)
    expect(
      await deliver(
        body,
        header.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
    ).toBe(401)
    expect(await deliver(body.replace('void', 'refund'), header)).toBe(401)
    expect(await count()).toBe(before)
    expect(await deliver(body, header)).toBe(200)
    await read()
  })

  test('above 64 KB is refused unread', async () => {
    expect(await deliver('x'.repeat(64 * 1024 + 1), 'sha512=00')).toBe(413)
  })

  test('is only a hint: its claims are verified', async () => {
    const purchase = await shop.buy()
    const { body, header } = notify(purchase.transaction_id, 'void')
    expect(await deliver(body, header)).toBe(200)
    expect(await read()).toBe(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 1, courses: [1] })
  })

  test('is acknowledged immediately, and processed by a job', async () => {
    const purchase = await shop.buy([demo.improvement], false)
    await bank.void(purchase.transaction_id)
    const { body, header } = notify(purchase.transaction_id, 'void')
    simulator.scriptQueries('failure-500-before-capture')
    expect(await deliver(body, header)).toBe(200)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 1 })
    await app.runJobs()
    // The gateway was unreachable: the notification waits and is checked again.
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 1 })
    await app.moveClock(5 * 60_000)
    expect(await read()).toBe(1)
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 7, order: 4, courses: [16] })
  })

  test('delivered a hundred times late, in any order and simultaneously has one effect', async () => {
    const purchase = await shop.buy()
    const refunds = [await bank.refund(purchase.transaction_id, 500), await bank.refund(purchase.transaction_id, 700)]
    const deliveries = [...refunds.map((id) => notify(id, 'refund')), notify(purchase.transaction_id, 'capture')]
    const copies = Array.from({ length: 100 }, (_, index) => deliveries[index % deliveries.length]!)
    const shuffled = copies.map((copy) => ({ copy, at: Math.random() })).toSorted((a, b) => a.at - b.at)
    const before = await count()
    const statuses = await Promise.all(shuffled.map(({ copy: { body, header } }) => deliver(body, header)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await count()).toBe(before + 3)
    await Promise.all([read(), read(), app.runJobs(), read()])
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 1200, courses: [1] })
    expect(await shop.attempts(purchase)).toEqual(
      Array(2).fill({ state: 'approved', way: 'refund', origin: 'gateway' }),
    )
    await app.moveClock(24 * 3_600_000)
    for (const { body, header } of deliveries) await deliver(body, header)
    await read()
    expect(await shop.statuses(purchase)).toMatchObject({ payment: 6, refunded: 1200 })
  })
})

test('books a held payment when its approval is reported', async () => {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const send = await payment(student, shop)
  simulator.script('held')
  expect((await student.post('/payment/process', send)).body.pending).toBe(true)
  const [attempt] = await app.database.read<{ transaction_id: string }>`
    select transaction_id from checkout.payment_attempt where state = 'held'`
  simulator.release(attempt!.transaction_id, 'approve')
  const { body, header } = notify(attempt!.transaction_id, 'approved')
  await deliver(body, header)
  expect(await read()).toBe(1)
  expect((await student.post('/payment/process', send)).body.pending).toBe(false)
})

test('ends the course for a full refund made at the gateway, and emails the buyer', async () => {
  const purchase = await shop.buy()
  const { body, header } = notify(
    await bank.refund(purchase.transaction_id, Math.round(purchase.total * 100)),
    'refund',
  )
  await deliver(body, header)
  await app.runJobs()
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 3, order: 4, courses: [16] })
  const email = app.mail.sent.findLast(({ to }) => to === purchase.buyer.email)
  expect(email).toMatchObject({ subject: 'Your refund from Sunshine Safe Driving' })
  expect(email!.text).toContain(`$${purchase.total}`)
  expect(email!.text).toContain('Basic Driver Improvement')
})

test('books our own void with a lost response, once', async () => {
  const purchase = await shop.buy([demo.improvement], false)
  simulator.script('reset-after-capture')
  await shop.prove()
  expect((await shop.void(purchase)).body.pending).toBe(true)
  const { body, header } = notify(purchase.transaction_id, 'void')
  await deliver(body, header)
  await Promise.all([read(), shop.sweep()])
  expect(await shop.attempts(purchase)).toEqual([{ state: 'approved', way: 'void', origin: 'staff' }])
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 7 })
})
