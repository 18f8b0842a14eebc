import { afterAll } from 'vitest'
import { openAuthorizeNet, openCardVault, openPaypal } from '#modules/checkout/index.ts'
import { startPaypalSimulator, startSimulator } from '#modules/checkout/simulators.ts'

/** The Authorize.Net adapter talking over HTTP to a simulator of its own; `simulator.ledger()` is the oracle. */
export async function openTestGateway() {
  const { simulator, config, close } = await startSimulator()
  afterAll(close)
  const quick = { ...config, deadline_ms: 1_500 }
  return { gateway: openAuthorizeNet(quick), vault: openCardVault(quick), simulator, config }
}

/** The PayPal adapter talking over HTTP to a simulator of its own. */
export async function openTestWallet() {
  const { simulator, config, close } = await startPaypalSimulator()
  afterAll(close)
  return { wallet: openPaypal({ ...config, deadline_ms: 1_500 }), simulator, config }
}
