import type { Gateway, ListedTransaction } from '../payments/gateway.ts'
import type { GatewayLedger } from '../reconcile-money.ts'

const charged = ['captured', 'settled']
const returned = ['refund_pending', 'refunded']

/** What the gateway has done since, for `reconcile`. Throws where its lists could not be read. */
export async function readLedger(gateway: Gateway, since: Date): Promise<GatewayLedger> {
  const listed = await gateway.listSince(since)
  if (listed.answer === 'unknown') throw new Error(`the gateway's list could not be read: ${listed.reason.code}`)
  const of = (states: readonly string[]): ListedTransaction[] =>
    listed.transactions.filter(({ state }) => states.includes(state))
  return { captures: of(charged), refunds: of(returned), voids: of(['voided']), since }
}
