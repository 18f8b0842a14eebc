import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop } from '#modules/checkout/checkout.fixture.ts'
import { sweepStorefrontOrders } from '#modules/checkout/entry.ts'
import { generate } from '#modules/checkout/invoices/invoices.fixture.ts'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openShopify } from '#modules/identity/entry.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import { simulatedShop } from '#simulators/storefront/config.ts'
import { openStorefrontSimulator } from '#simulators/storefront/simulator.ts'
import { readCall } from '#tests/support/app.ts'
import { receiveStorefrontOrder } from './receive-order.ts'

type Order = ReturnType<typeof simulator.place>
type Delivery = Parameters<typeof simulator.delivery>[2]

const shop = await openShop({ jobs: true })
const { app } = shop
const simulator = openStorefrontSimulator({ production: false })
// Sunshine also sells its course 1001 in its own shop.
const ports = app.services.ports as Map<string, unknown>
ports.set(storefronts.port, [openShopify(simulatedShop('SSD', 'http://localhost:1'))])
let staff: Someone
beforeAll(async () => {
  staff = await addStaff(app, 'SSD')
})

/** The shop's webhook request; `path` is its target. */
async function notify(order: Order, topic: Delivery = 'orders/paid', change: (sent: Sent) => Sent = (sent) => sent) {
  const delivery = change(simulator.delivery(order, undefined, topic))
  return post(delivery)
}
type Sent = { body: string; headers: Record<string, string> }
const post = async ({ body, headers }: Sent) => {
  const path = headers['x-shopify-topic']!.replace('/', '-')
  const url = `http://localhost:3000/webhooks/shopify/${path}`
  return readCall(await app.app.request(url, { method: 'POST', body, headers: { ...headers, host: 'localhost:3000' } }))
}

/** Assigns an order to a student, as its mailbox's code does, and runs the following jobs. */
async function claim(order: Order, someone: Someone) {
  const [row] = await app.database.read<{ storefront_order_id: number }>`
    update identity.storefront_order set user_id = ${someone.user_id}
    where order_name = ${`#${order.number}`} returning storefront_order_id`
  await sweep()
  return row!.storefront_order_id
}
const sweep = async () =>
  sweepStorefrontOrders((await app.ctx({ kind: 'system', name: 'test' })).unscoped, new AbortController().signal)

const linesOf = async (order: Order, someone = staff) =>
  (await someone.get(`/storefrontOrder/fetch?order_name=exact:${encodeURIComponent(`#${order.number}`)}`)).body
    .storefrontOrders as Record<string, unknown>[]
const states = async (order: Order) =>
  (await linesOf(order)).map((line) => line.lk_storefront_line_status_id).toSorted()
const coursesOf = (someone: Someone) => app.database.read<{ purchased_via: string; at: number }>`
  select purchased_via, lk_student_course_status_id as at from learning.student_course
  where user_id = ${someone.user_id} order by student_course_id`

const place = (sku: string, quantity = 1, email = `shopper${Math.random()}@example.com`) =>
  simulator.place({ email, products: [{ sku, quantity }] })
const map = (someone: Someone, storefront_line_id: unknown, course_website_id = 1001) =>
  someone.put('/storefrontOrder/product', { storefront_line_id, course_website_id })

/** A product already mapped to course 1001. */
async function addMapped(sku: string, quantity = 1): Promise<Order> {
  const order = place(sku, quantity)
  await notify(order)
  await app.runJobs()
  const [line] = await linesOf(order)
  await map(staff, line!.storefront_line_id)
  await app.runJobs()
  return order
}

describe('a shop order', () => {
  test('is stored and shown until staff assign a course if its product is unknown', async () => {
    const order = place('FL-BDI')
    expect((await notify(order)).status).toBe(200)
    await app.runJobs()
    const [line] = await linesOf(order)
    expect(line).toMatchObject({ order_name: `#${order.number}`, sku: 'fl-bdi', lk_storefront_line_status_id: 2 })
    const buyer = await addSomeone(app)
    await claim(order, buyer)
    expect(await coursesOf(buyer)).toEqual([])
    const { offers } = (await staff.get(`/storefrontOrder/product/${line!.storefront_line_id}`)).body
    expect(offers).toContainEqual(expect.objectContaining({ course_website_id: 1001 }))
    for (let n = 0; n < 2; n++) expect((await map(staff, line!.storefront_line_id)).status).toBe(200)
    await app.runJobs()
    expect(await coursesOf(buyer)).toEqual([{ purchased_via: 'Shopify', at: 1 }])
    expect(await linesOf(order)).toMatchObject([
      { lk_storefront_line_status_id: 4, course_name: 'Basic Driver Improvement' },
    ])
    expect(await shop.bookFaults()).toEqual([])
  })

  test('awaits its buyer, and enrolls once under repeated and simultaneous reports', async () => {
    const order = await addMapped('ONCE')
    expect(await states(order)).toEqual([1])
    await Promise.all([notify(order), notify(order), notify(order)])
    const buyer = await addSomeone(app)
    await Promise.all([claim(order, buyer), app.runJobs(), sweep(), sweep()])
    await notify(order)
    await app.runJobs()
    await sweep()
    expect(await coursesOf(buyer)).toHaveLength(1)
    expect(await states(order)).toEqual([4])
  })

  test('enrolls no one before it is paid', async () => {
    const order = await addMapped('UNPAID')
    const buyer = await addSomeone(app)
    const [row] = await app.database.read<{ storefront_order_id: number; paid_at: Date }>`
      select storefront_order_id, paid_at from identity.storefront_order where order_name = ${`#${order.number}`}`
    const { storefront_order_id, paid_at } = row!
    const receive = async (paid: Date | null) => {
      await app.database.read`
        update identity.storefront_order set user_id = ${buyer.user_id}, paid_at = ${paid}
        where storefront_order_id = ${storefront_order_id}`
      await receiveStorefrontOrder(await app.ctx({ kind: 'system', name: 'test' }), storefront_order_id)
      return (await coursesOf(buyer)).length
    }
    expect(await receive(null)).toBe(0)
    expect(await receive(paid_at)).toBe(1)
  })

  test('does not block others if it fails', async () => {
    const [stuck, next] = [await addMapped('STUCK'), await addMapped('NEXT')]
    const [removedPerson, buyer] = [await addSomeone(app), await addSomeone(app)]
    const give = (order: Order, user_id: number | null) => app.database.read`
      update identity.storefront_order set user_id = ${user_id} where order_name = ${`#${order.number}`}`
    await app.database
      .read`update identity.person set deleted_at = platform.now() where user_id = ${removedPerson.user_id}`
    await give(stuck, removedPerson.user_id)
    await give(next, buyer.user_id)
    await sweep()
    expect([await states(stuck), await states(next)]).toEqual([[1], [4]])
    expect(await coursesOf(buyer)).toHaveLength(1)
    await give(stuck, null)
  })

  test('waits while its course is not for sale, and is processed by the sweep once it is', async () => {
    const order = await addMapped('CLOSED')
    const open = (status: number) => app.database.read`
      update catalogue.course set lk_course_status_id = ${status}
      where course_id = (select course_id from catalogue.course_website where course_website_id = 1001)`
    await open(1)
    const buyer = await addSomeone(app)
    await claim(order, buyer)
    expect(await states(order)).toEqual([3])
    await sweep()
    expect(await coursesOf(buyer)).toEqual([])
    await open(2)
    await sweep()
    expect([await states(order), await coursesOf(buyer)]).toMatchObject([[4], [{ at: 1 }]])
  })

  test("does not fill the sweep's batch while its courses stay off sale, however many there are", async () => {
    const closedOrder = await addMapped('CROWD')
    const [waitingPerson, buyer] = [await addSomeone(app), await addSomeone(app)]
    const setDeletedAt = (deleted_at: string | null) => app.database.read`
      update catalogue.course_website set deleted_at = ${deleted_at}::timestamptz where course_website_id = 1003`
    const [line] = await linesOf(closedOrder)
    await map(staff, line!.storefront_line_id, 1003)
    await setDeletedAt('2026-01-01T00:00:00Z')
    const storefront_order_id = await claim(closedOrder, waitingPerson)
    expect(await states(closedOrder)).toEqual([3])
    await app.database.read`
      with crowd as (
        insert into identity.storefront_order
          (organization_id, provider, order_name, order_key, external_id, email, paid_at, user_id, lines)
        select organization_id, provider, order_name || '-' || n, order_key || '-' || n, external_id || '-' || n, email,
               paid_at, user_id, lines
        from identity.storefront_order, generate_series(1, 2000) n where storefront_order_id = ${storefront_order_id}
        returning storefront_order_id)
      insert into checkout.storefront_line
        (organization_id, storefront_order_id, external_id, copy, sku, title, lk_storefront_line_status_id)
      select l.organization_id, crowd.storefront_order_id, l.external_id, l.copy, l.sku, l.title, 3
      from checkout.storefront_line l, crowd where l.storefront_order_id = ${storefront_order_id}`
    const lateOrder = await addMapped('LATE')
    await claim(lateOrder, buyer)
    expect([await states(lateOrder), await coursesOf(buyer)]).toMatchObject([[4], [{ at: 1 }]])
    const crowd = app.database.read`
      select storefront_order_id from identity.storefront_order where order_name like ${`#${closedOrder.number}-%`}`
    const ids = (await crowd).map((row) => row.storefront_order_id as number)
    await app.database.read`delete from checkout.storefront_line where storefront_order_id = any(${ids}::int[])`
    await app.database.read`delete from identity.storefront_order where storefront_order_id = any(${ids}::int[])`
    await setDeletedAt(null)
  })

  test('enrolls once if it has several copies: staff decide about the others', async () => {
    const order = await addMapped('SEATS', 3)
    const buyer = await addSomeone(app)
    await claim(order, buyer)
    expect(await states(order)).toEqual([4, 7, 7])
    await notify(order, { given_back: [0], quantity: 2 })
    await app.runJobs()
    expect(await states(order)).toEqual([4, 5, 5])
    expect((await coursesOf(buyer)).map(({ at }) => at)).toEqual([1])
  })

  test('is reversed by cancellation or refund of its line; a refund of money alone ends nothing', async () => {
    for (const topic of ['orders/cancelled', { given_back: [0] }] as const) {
      const order = await addMapped(`BACK ${typeof topic}`)
      const buyer = await addSomeone(app)
      await claim(order, buyer)
      await notify(order, { given_back: [] })
      await app.runJobs()
      expect((await coursesOf(buyer)).map(({ at }) => at)).toEqual([1])
      for (let n = 0; n < 3; n++) expect((await notify(order, topic)).status).toBe(200)
      await app.runJobs()
      expect((await coursesOf(buyer)).map(({ at }) => at)).toEqual([16])
      expect(await states(order)).toEqual([5])
    }
    expect(await shop.bookFaults()).toEqual([])
  })

  test('reversed before it was reported, or before its buyer arrived, opens nothing', async () => {
    await addMapped('EARLY')
    const order = place('EARLY')
    await notify(order, 'orders/cancelled')
    await notify(order)
    await app.runJobs()
    const buyer = await addSomeone(app)
    await claim(order, buyer)
    expect(await states(order)).toEqual([5])
    expect(await coursesOf(buyer)).toEqual([])
  })

  test('keeps a completed course complete, and staff see the refund', async () => {
    const order = await addMapped('DONE')
    const buyer = await addSomeone(app)
    await claim(order, buyer)
    await app.database.read`
      update learning.student_course set lk_student_course_status_id = 6 where user_id = ${buyer.user_id}`
    await notify(order, { given_back: [0] })
    await app.runJobs()
    expect(await states(order)).toEqual([6])
    expect((await coursesOf(buyer)).map(({ at }) => at)).toEqual([6])
    // The shop repeats it, which is not another return.
    const countReturns = async () =>
      (await app.database.read`select from platform.audit_event where action = 'storefront.return'`).length
    const returns = await countReturns()
    await notify(order, { given_back: [0] })
    await app.runJobs()
    expect([await countReturns(), await states(order)]).toEqual([returns, [6]])
  })

  test("owes its course's admin fee until it is reversed", async () => {
    const response = await generate(staff, 1001)
    expect(response.status).toBe(200)
    const order = await addMapped('FEE')
    await claim(order, await addSomeone(app))
    const first = (await generate(staff, 1001)).body.invoice_id
    expect((await staff.get(`/invoice/${first}`)).body.invoice.total).toBe(-2)
    await notify(order, { given_back: [0] })
    await app.runJobs()
    const second = (await generate(staff, 1001)).body.invoice_id
    expect((await staff.get(`/invoice/${second}`)).body.invoice.total).toBe(2)
  })
})

describe("T-36: a shop's webhook", () => {
  const signature = 'x-shopify-hmac-sha256'
  test('is refused when forged, changed, or under another topic', async () => {
    const order = place('FORGED')
    const forged = (change: (sent: Sent) => Sent, topic: Delivery = 'orders/cancelled') => notify(order, topic, change)
    const with_ = (overrides: Record<string, string>) => (sent: Sent) => ({
      ...sent,
      headers: { ...sent.headers, ...overrides },
    })
    expect((await forged(with_({ [signature]: 'guessed' }))).status).toBe(401)
    expect((await forged(({ body, headers }) => ({ headers, body: `${body} ` }))).status).toBe(401)
    expect((await forged(with_({ 'x-shopify-shop-domain': 'other.myshopify.com' }))).status).toBe(401)
    // Signed by the shop as a paid order: it can't be turned into a canceled one.
    expect((await forged(with_({ 'x-shopify-topic': 'orders/cancelled' }), 'orders/paid')).status).toBe(400)
    const [none] = await app.database.read`
      select count(*)::int as n from checkout.storefront_return where order_external_id like ${`%${order.number}`}`
    expect(none).toEqual({ n: 0 })
  })

  test('delivered a hundred times in any order has one effect', async () => {
    const order = await addMapped('MANY')
    const buyer = await addSomeone(app)
    await claim(order, buyer)
    const deliveries = [simulator.delivery(order), simulator.delivery(order, undefined, { given_back: [0] })]
    const all = Array.from({ length: 100 }, (_, n) => deliveries[n % 2]!).toSorted(() => Math.random() - 0.5)
    await Promise.all(all.map(post))
    await app.runJobs()
    expect((await coursesOf(buyer)).map(({ at }) => at)).toEqual([16])
    const [returns] = await app.database.read`
      select count(*)::int as n from checkout.storefront_return where order_external_id like ${`%${order.number}`}`
    expect(returns).toEqual({ n: 1 })
  })
})

test("orders and products of a shop are visible to its own organization's staff only", async () => {
  const order = await addMapped('OURS')
  const [line] = await linesOf(order)
  const other = await addStaff(app, 'LSD')
  expect(await linesOf(order, other)).toEqual([])
  expect((await other.get(`/storefrontOrder/product/${line!.storefront_line_id}`)).status).toBe(404)
  expect((await map(other, line!.storefront_line_id)).status).toBe(404)
  expect((await map(staff, line!.storefront_line_id, 1008)).body.code).toBe('COURSE_NOT_OFFERED')
  for (const someone of [await addSomeone(app, 'SSD', 2), await addSomeone(app)]) {
    expect((await someone.get('/storefrontOrder/fetch')).status).toBe(403)
    expect((await map(someone, line!.storefront_line_id)).status).toBe(403)
  }
})

afterAll(() => ports.delete(storefronts.port))
