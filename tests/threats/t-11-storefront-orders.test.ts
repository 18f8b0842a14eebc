import { afterAll, expect, test } from 'vitest'
import { logInByOrder } from '#modules/identity/storefront/log-in-by-order.ts'
import { makeOrderCode } from '#modules/identity/storefront/order-code.ts'
import { openShopify } from '#modules/identity/storefront/shopify.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { startStorefrontSimulator } from '#simulators/storefront/simulator.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const { simulator, config, close } = await startStorefrontSimulator('AAA')
const shop = openShopify(config)
afterAll(close)
const site = await openTestSite(fillPorts([storefronts, [shop]]))
const target = simulator.place({ email: 'victim@example.com' })
const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })

/** Runs the last request's jobs; returns whether an email was sent. */
async function isAnswered(): Promise<boolean> {
  const { data } = site.facts.findLast(({ fact }) => fact === 'identity.storefront_code_asked')!
  return (await makeOrderCode(job, data.storefront_request_id as number)) !== null
}

test('T-11: a thousand guesses of order, address and code open no session and send at most five emails', async () => {
  const answers = new Set<string>()
  let emails = 0
  for (let n = 0; n < 500; n++) {
    const isRealOrder = n % 2 === 0
    const input = {
      shopify_order_id: isRealOrder ? String(target.number) : String(1_000 + n),
      email: isRealOrder ? target.email : `guess${n % 7}@example.com`,
    }
    const ctx = await site.visit({ address: `198.51.100.${n % 250}` })
    answers.add(JSON.stringify(await logInByOrder.run(ctx, input)))
    if (await isAnswered()) emails += 1
  }
  // One response for all of them: it doesn't say which half was wrong.
  expect(answers.size).toBe(1)
  expect(emails).toBe(5)

  const refusals = new Set<string>()
  for (let n = 0; n < 500; n++) {
    const input = { shopify_order_id: String(target.number), email: target.email, code: String(n).padStart(8, '0') }
    const refusal = await logInByOrder.run(await site.visit(), input).catch((error) => error.kind.code)
    refusals.add(String(refusal))
  }
  expect([...refusals]).toEqual(['ORDER_CODE_WRONG'])
  const sessions = await site.database.read`select from identity.session`
  expect(sessions).toHaveLength(0)
})
