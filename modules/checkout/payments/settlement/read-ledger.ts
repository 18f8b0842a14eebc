import type { ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import type { ReversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import type { GatewayLedger } from './reconcile-money.ts'

const chargedStates = ['captured', 'settled']
const refundedStates = ['refund_pending', 'refunded']

type ListedGateway = { provider: NonNullable<GatewayLedger['provider']>; gateway: Pick<ReversalGateway, 'listSince'> }

/** Reads a gateway's recent transactions for `reconcile`. Throws if its lists could not be read. */
export async function readLedger({ provider, gateway }: ListedGateway, since: Date): Promise<GatewayLedger> {
  const list = await gateway.listSince(since)
  if (list.answer === 'unknown') {
    throw new Error(`could not list the transactions of ${provider}: ${list.reason.code}`)
  }
  const transactionsIn = (states: readonly string[]): ListedTransaction[] =>
    list.transactions.filter(({ state }) => states.includes(state))
  const { until } = list
  return {
    provider,
    captures: transactionsIn(chargedStates),
    refunds: transactionsIn(refundedStates),
    voids: transactionsIn(['voided']),
    since,
    until,
  }
}
