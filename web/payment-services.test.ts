import { afterAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { readEnv } from '#platform/env.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { cardServicesOf } from './payment-services.ts'

const clock = movableClock()
const { simulator, config, close } = await startAuthorizeNetSimulator({ clock })
afterAll(close)

test("the gateway is queried up to the product's time, not the machine's", async () => {
  const env = readEnv({
    AUTHORIZE_NET_URL: config.endpoint,
    AUTHORIZE_NET_LOGIN: config.api_login_id,
    AUTHORIZE_NET_KEY: config.transaction_key,
    AUTHORIZE_NET_CLIENT_KEY: config.client_key,
  })
  const { gateway } = cardServicesOf(env, {}, clock)
  clock.offset_ms = 3 * 86_400_000
  const token = simulator.token({ cardNumber: '4111111111111111', expirationDate: '1239' })
  const card = { kind: 'opaque', ...token } as const
  const order = { description: 'Basic Driver Improvement' }
  await gateway.charge({ attempt: 'settled', amount_cents: 1995, currency: 'USD', card, order, customer: {} })
  simulator.settle()
  const since = new Date(clock.now().getTime() - 86_400_000)
  expect(await gateway.findByAttempt('settled', since)).toMatchObject({ answer: 'found' })
})
