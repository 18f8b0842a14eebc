import { afterAll } from 'vitest'
import { openAuthorizeNet, startSimulator } from '../../modules/checkout/index.ts'

/** The Authorize.Net adapter talking over HTTP to a simulator of its own; `simulator.ledger()` is the oracle. */
export async function openTestGateway() {
  const { simulator, config, close } = await startSimulator()
  afterAll(close)
  return { gateway: openAuthorizeNet({ ...config, deadline_ms: 1_500 }), simulator, config }
}
