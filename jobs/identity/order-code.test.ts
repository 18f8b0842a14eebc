import { afterAll, expect, test } from 'vitest'
import { logInByOrder } from '#modules/identity/storefront/log-in-by-order.ts'
import { openShopify } from '#modules/identity/storefront/shopify.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import { captureMail } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort } from '#platform/ports.ts'
import { startStorefrontSimulator } from '#simulators/storefront/simulator.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { sendOrderCode } from './send-order-code.job.ts'

const mail = captureMail()
const { simulator, config, close } = await startStorefrontSimulator('AAA')
const shop = openShopify(config)
afterAll(close)
const site = await openTestSite(fillPorts([storefronts, [shop]], [mailPort, mail]))
const attempt = { id: 'one', number: 1, last: false, signal: new AbortController().signal }

test('sends the code to the email address of the order, and keeps it out of the audit log', async () => {
  const order = { email: 'buyer@example.com', shopify_order_id: '' }
  order.shopify_order_id = `#${simulator.place({ email: order.email, paid: true }).number}`
  await logInByOrder.run(await site.visit(), order)
  const requestFact = site.facts.findLast(({ fact }) => fact === 'identity.storefront_code_asked')!
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  await sendOrderCode.run(job, requestFact.data as { storefront_request_id: number }, attempt)
  // Another worker takes over the job of a killed one.
  await sendOrderCode.run(job, requestFact.data as { storefront_request_id: number }, { ...attempt, number: 2 })
  expect(mail.sent).toMatchObject([{ to: order.email, subject: 'Your code for Alpha' }])
  const code = /\b\d{4} ?\d{4}\b/.exec(mail.sent[0]!.text)![0]
  const events = await site.database.read<{ after: object }>`
    select after from platform.audit_event where action = 'mail.sent'`
  expect(events).toMatchObject([{ after: { letter: 'identity.order-code' } }])
  expect(JSON.stringify(events)).not.toContain(code.replace(' ', ''))
  expect((await logInByOrder.run(await site.visit(), { ...order, code })).user).toMatchObject({ email: order.email })
})

test('no email goes out for an order that the shop does not know', async () => {
  mail.sent.length = 0
  await logInByOrder.run(await site.visit(), { email: 'other@example.com', shopify_order_id: '#999999' })
  const requestFact = site.facts.findLast(({ fact }) => fact === 'identity.storefront_code_asked')!
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  await sendOrderCode.run(job, requestFact.data as { storefront_request_id: number }, { ...attempt, id: 'two' })
  expect(mail.sent).toEqual([])
})
