import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { readLedger } from '#modules/checkout/payments/settlement/read-ledger.ts'
import { buyWithPaypal, openGatewayDesk } from '#modules/checkout/payments/settlement/settlement.fixture.ts'
import { reconcile } from '#modules/checkout/reconcile.ts'

const shop = await openRefundShop()
const { app, simulator } = shop
const script = join(import.meta.dirname, '../web/commands/waypost.ts')

type Ended = { code: number; output: string }

/** The command on this file's books, with their gateway. */
const run = (...options: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { endpoint, api_login_id, transaction_key, client_key } = app.gateway.config
    const gateway = {
      AUTHORIZE_NET_URL: endpoint,
      AUTHORIZE_NET_LOGIN: api_login_id,
      AUTHORIZE_NET_KEY: transaction_key,
    }
    const { endpoint: url, client_id, secret, webhook_id } = app.paypal.config
    const wallet = {
      PAYPAL_URL: url,
      PAYPAL_CLIENT_ID: client_id,
      PAYPAL_SECRET: secret,
      PAYPAL_WEBHOOK_ID: webhook_id,
    }
    const server = { PATH: process.env.PATH, DATABASE_URL: app.url }
    const env = { ...server, ...gateway, AUTHORIZE_NET_CLIENT_KEY: client_key, ...wallet }
    execFile(process.execPath, [script, 'reconcile', ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

test('the command confirms that the books agree, names each fault and exits with 1', async () => {
  const [purchase, voided] = [await shop.buy(), await shop.buy(undefined, false)]
  await shop.refund(purchase, { amount: 5 })
  await shop.void(voided)
  simulator.settle()
  expect(await run()).toEqual({ code: 0, output: 'the books agree\n' })
  const sql = app.database.read
  await sql`update checkout.payment set refund_cents = 600 where payment_id = ${purchase.payment_id}`
  const wrong = await run()
  expect(wrong.code).toBe(1)
  expect(wrong.output).toContain(`I2: payment ${purchase.payment_id} does not match its refunds`)
  await sql`update checkout.payment set refund_cents = 500 where payment_id = ${purchase.payment_id}`
  expect((await run('--books')).code).toBe(0)
})

test("PayPal's ledger is compared with the books, too: finds an unbooked refund made there", async () => {
  const { transaction_id } = await buyWithPaypal(shop)
  expect(await run()).toEqual({ code: 0, output: 'the books agree\n' })
  const refund = { transaction_id, amount_cents: 500, last_4: '', attempt: 'at-their-desk' }
  const { transaction_id: refund_id } = await app.paypal.wallet.refund(refund)
  expect(await run()).toEqual({ code: 1, output: `I2: the refund ${refund_id} of 500 cents is not booked\n1 faults\n` })
  await openGatewayDesk(shop).compare()
  expect((await run()).code).toBe(0)
})

test('an unreadable source is reported as its own error', async () => {
  expect(await run('--days', 'many')).toMatchObject({ code: 2 })
  simulator.scriptQueries('failure-500-before-capture')
  expect(await run()).toMatchObject({
    code: 2,
    output: expect.stringContaining('could not list the transactions of authorize_net'),
  })
  app.paypal.simulator.scriptReports('error')
  expect(await run()).toMatchObject({
    code: 2,
    output: expect.stringContaining('could not list the transactions of paypal'),
  })
})

/** Each fault, applied to the books of one purchase. */
const faults: [what: string, says: RegExp, change: (bought: { order_id: number; payment_id: number }) => string][] = [
  [
    'a payment of another sum',
    /^I1: capture/m,
    ({ payment_id }) => `update checkout.payment set total_cents = 5000 where payment_id = ${payment_id}`,
  ],
  [
    'a refund that is not booked',
    /^I2: the refund .* is not booked/m,
    ({ payment_id }) =>
      `update checkout.refund_attempt set transaction_id = 'other' || refund_attempt_id where payment_id = ${payment_id}`,
  ],
  [
    'lines that do not add up',
    /^I2: the lines of refund/m,
    ({ payment_id }) =>
      `update checkout.refund_line set amount_cents = 1 where refund_attempt_id in (select refund_attempt_id from checkout.refund_attempt where payment_id = ${payment_id})`,
  ],
  [
    'a status that nothing is behind',
    /^I2: payment/m,
    ({ payment_id }) => `update checkout.payment set lk_payment_status_id = 7 where payment_id = ${payment_id}`,
  ],
  [
    'an item that was returned twice',
    /^I2: item/m,
    ({ order_id }) => `update checkout.order_item set refund_cents = 9 where order_id = ${order_id}`,
  ],
  [
    'a paid item without its course',
    /^I3: paid item/m,
    ({ order_id }) => `update checkout.order_item set student_course_id = null where order_id = ${order_id}`,
  ],
  [
    'an order that is not its lines',
    /^sums: order .* sum of its lines/m,
    ({ order_id }) => `update checkout.order_item set price_cents = 7 where order_id = ${order_id}`,
  ],
  [
    'an order without its payment',
    /^sums: order .* does not match its payment/m,
    ({ order_id }) => `update checkout.customer_order set lk_order_status_id = 4 where order_id = ${order_id}`,
  ],
]

test.each(faults)('finds %s', async (_what, message, change) => {
  const purchase = await shop.buy()
  await shop.refund(purchase, { amount: 5 })
  const rollback = new Error('the books are put back')
  const ledger = await readLedger({ provider: 'authorize_net', gateway: app.gateway.gateway }, new Date(0))
  const reconciliation = app.database.tx(async (sql) => {
    await sql.text(change(purchase))
    const sentences = await reconcile(sql, ledger)
    throw Object.assign(rollback, { sentences })
  })
  await expect(reconciliation).rejects.toThrow(rollback)
  expect((rollback as Error & { sentences: string[] }).sentences.join('\n')).toMatch(message)
  expect(await shop.bookFaults()).toEqual([])
})
