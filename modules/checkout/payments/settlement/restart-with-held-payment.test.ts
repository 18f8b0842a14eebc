import { afterAll, expect, test } from 'vitest'
import { resolvePayments as resolveJob } from '#jobs/checkout/resolve-payments.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { openAuthorizeNet } from '#modules/checkout/payments/gateways/authorize-net/adapter.ts'
import { type Gateway, paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { processPayment } from '#modules/checkout/payments/process-payment.ts'
import { appRole, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'

const shop = await openShop()
const { app } = shop

/**
 * A server and the gateway as separate processes: own connections and memory, the same database, the same ledger on
 * disk.
 */
async function boot() {
  const { simulator, config, close } = await startAuthorizeNetSimulator({ folder: app.folder })
  const database = openDatabase({ ...defaultOptions, name: 'server', url: app.url, role: appRole })
  const gateway = openAuthorizeNet({ ...config, deadline_ms: 1_500 })
  const services = (overrides: Partial<Gateway> = {}): Services => ({
    ...app.services,
    database,
    ports: new Map(app.services.ports).set(paymentGateway.port, { ...gateway, ...overrides }),
  })
  const buyerCtx = async (user_id: number, overrides: Partial<Gateway> = {}) => {
    const { organization, locale } = await app.ctx()
    const { token: _, ...actor } = await app.actorOf(user_id)
    return openCtx(services(overrides), { actor, organization, locale })
  }
  let isClosed = false
  return {
    simulator,
    gateway,
    buyerCtx,
    sweep: () => resolveJob.run(openJobCtx(services(), resolveJob), {} as never, {} as never),
    async kill() {
      if (isClosed) return
      isClosed = true
      await Promise.all([database.close(0), close()])
    },
  }
}

const running: { kill(): Promise<void> }[] = []
const start = async () => {
  const server = await boot()
  running.push(server)
  return server
}
afterAll(() => Promise.all(running.map((server) => server.kill())))

const sql = app.database.read
const attemptOf = async (user_id: number) => {
  const [row] = await sql<{ state: string; transaction_id: string | null; payments: number; courses: number }>`
    select a.state, a.transaction_id,
           (select count(*)::integer from checkout.payment p where p.order_id = a.order_id) as payments,
           (select count(*)::integer from learning.student_course s where s.user_id = o.user_id) as courses
    from checkout.payment_attempt a join checkout.customer_order o using (order_id) where o.user_id = ${user_id}`
  return row!
}

test.each([
  ['approve', { state: 'approved', payments: 1, courses: 1 }],
  ['decline', { state: 'declined', payments: 0, courses: 0 }],
] as const)(
  'a server killed while the gateway holds a payment books the decision (%s) made during the outage',
  async (action, books) => {
    const buyer = await shop.newStudent()
    await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
    const first = await start()
    first.simulator.script('held')
    const { descriptor: dataDescriptor, value: dataValue } = first.simulator.token({
      cardNumber: '4111111111111111',
      expirationDate: '1239',
      cardCode: '123',
    })
    const send = { ...(await payment(buyer, shop)), creditCard: { dataDescriptor, dataValue } }
    const dyingCtx = await first.buyerCtx(buyer.user_id, {
      async charge(request) {
        await first.gateway.charge(request)
        throw new Error('killed')
      },
    })
    await expect(processPayment.run(dyingCtx, send)).rejects.toThrow('killed')
    await first.kill()
    expect(await attemptOf(buyer.user_id)).toMatchObject({ state: 'calling', transaction_id: null })

    const second = await start()
    await app.moveClock(2 * 60_000)
    await second.sweep()
    const heldAttempt = await attemptOf(buyer.user_id)
    expect(heldAttempt).toMatchObject({ state: 'held', payments: 0, courses: 0 })
    const before = second.simulator.ledger().captures.length
    await second.kill()

    // No notification arrives, because its receiver is down.
    const gatewayAlone = await start()
    gatewayAlone.simulator.release(heldAttempt.transaction_id!, action)
    await gatewayAlone.kill()

    const [third, fourth] = [await start(), await start()]
    await app.moveClock(60_000)
    await Promise.all([third.sweep(), fourth.sweep(), third.sweep()])
    await fourth.sweep()
    expect(await attemptOf(buyer.user_id)).toMatchObject(books)
    expect(third.simulator.ledger().captures).toHaveLength(before + books.payments)
  },
)
