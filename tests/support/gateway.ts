import { afterAll } from 'vitest'
import { openAuthorizeNet, openCardVault, openPaypal } from '#modules/checkout/entry.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { startPaypalSimulator } from '#simulators/paypal/simulator.ts'

/** The Authorize.Net adapter over HTTP, with its own simulator; `simulator.ledger()` is the oracle. */
export async function openTestGateway() {
  const { simulator, config, close } = await startAuthorizeNetSimulator()
  afterAll(close)
  const quick = { ...config, deadline_ms: 1_500 }
  return { gateway: openAuthorizeNet(quick), vault: openCardVault(quick), simulator, config }
}

/** The PayPal adapter over HTTP, with its own simulator. */
export async function openTestWallet() {
  const { simulator, config, close } = await startPaypalSimulator()
  afterAll(close)
  return { wallet: openPaypal({ ...config, deadline_ms: 1_500 }), simulator, config }
}
