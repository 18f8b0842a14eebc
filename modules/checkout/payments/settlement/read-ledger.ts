import type { ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import type { Reversing } from '#modules/checkout/payments/gateways/provider.ts'
import type { GatewayLedger } from './reconcile-money.ts'

const charged = ['captured', 'settled']
const returned = ['refund_pending', 'refunded']

type Listing = { provider: NonNullable<GatewayLedger['provider']>; gateway: Pick<Reversing, 'listSince'> }

/** Reads a gateway's recent transactions for `reconcile`. Throws if its lists could not be read. */
export async function readLedger({ provider, gateway }: Listing, since: Date): Promise<GatewayLedger> {
  const listed = await gateway.listSince(since)
  if (listed.answer === 'unknown') {
    throw new Error(`the list of ${provider} could not be read: ${listed.reason.code}`)
  }
  const transactionsIn = (states: readonly string[]): ListedTransaction[] =>
    listed.transactions.filter(({ state }) => states.includes(state))
  const { until } = listed
  return {
    provider,
    captures: transactionsIn(charged),
    refunds: transactionsIn(returned),
    voids: transactionsIn(['voided']),
    since,
    until,
  }
}
