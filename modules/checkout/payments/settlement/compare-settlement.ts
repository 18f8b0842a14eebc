import type { ListedTransaction, TransactionState } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversalGateway } from '#modules/checkout/payments/gateways/provider.ts'
import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type BookedTransaction, listBooked, listDisputed, listStuckSurplus } from './booked.sql.ts'
import { beginComparison, failComparison, finishComparison, listCurrentProviders } from './comparison.sql.ts'
import { insertFaults } from './discrepancy.sql.ts'
import { followTransaction } from './follow-transaction.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** Periods are compared again for a week, because banks settle and wallets list transactions days later. */
const weekMs = 7 * 86_400_000

/** The gateways whose transaction lists are compared. */
export const listComparedProviders = (ctx: Ctx): GatewayTransaction['provider'][] =>
  ctx.use(walletPort) ? ['authorize_net', 'paypal'] : ['authorize_net']

/** Thrown if a gateway's list can't be read. A retry may succeed. */
class GatewayUnreachable extends Error {
  override readonly name = 'GatewayUnreachable'
}

/**
 * Compares the gateways that have not been compared since the last bank settlement. An unreachable gateway does not
 * fail the job: it is logged once, shown above the discrepancies, and retried every hour.
 */
export async function compareDueSettlement(ctx: Ctx): Promise<void> {
  const comparedProviderNames = await listCurrentProviders(ctx)
  const providers = listComparedProviders(ctx).filter((provider) => !comparedProviderNames.includes(provider))
  if (providers.length === 0) return
  await compareSettlement(ctx, providers).catch((error) => {
    if (!(error instanceof GatewayUnreachable)) throw error
  })
}

/**
 * Compares the gateways' lists with the books from the end of the last complete comparison, and updates each differing
 * transaction. Returns their number. A failing gateway does not block the others; its error is thrown at the end, so
 * that the job is retried.
 */
export async function compareSettlement(ctx: Ctx, providers = listComparedProviders(ctx)): Promise<number> {
  const failures: unknown[] = []
  const checkedKeys = new Set<string>()
  for (const provider of providers) {
    try {
      for (const { transaction } of await compareProvider(ctx, provider)) checkedKeys.add(transactionKey(transaction))
    } catch (error) {
      failures.push(error)
    }
  }
  const disputedTransactions = (await listDisputed(ctx)).filter(
    (transaction) => !checkedKeys.has(transactionKey(transaction)),
  )
  for (const transaction of disputedTransactions) await recheck(ctx, transaction)
  await recordStuckSurplus(ctx)
  if (failures.length > 0) throw failures.find((failure) => !(failure instanceof GatewayUnreachable)) ?? failures[0]
  return checkedKeys.size + disputedTransactions.length
}

const transactionKey = ({ provider, transaction_id }: GatewayTransaction) => `${provider} ${transaction_id}`

async function compareProvider(ctx: Ctx, provider: GatewayTransaction['provider']): Promise<DifferingTransaction[]> {
  const previousEnd = await beginComparison(ctx, provider)
  let reason = 'error'
  try {
    const since = new Date(Math.min(previousEnd.getTime(), ctx.now.getTime()) - weekMs)
    const list = await reversalGateway(ctx, provider).listSince(since)
    if (list.answer === 'unknown') {
      reason = list.reason.code
      throw new GatewayUnreachable(`could not list the transactions of ${provider}: ${reason}`)
    }
    const differing = await listDiffering(ctx, provider, { ...list, listed: list.transactions, since })
    for (const { transaction, row } of differing) await recheck(ctx, transaction, row)
    await finishComparison(ctx, provider, list.until)
    return differing
  } catch (error) {
    const isNewFailure = await failComparison(ctx, provider, reason)
    if (isNewFailure) ctx.log.error('settlement.not_compared', error, { provider, reason })
    throw error
  }
}

async function recordStuckSurplus(ctx: Ctx): Promise<void> {
  for (const { amount_cents, order_id, organization_id, ...transaction } of await listStuckSurplus(ctx)) {
    const cents = { gateway_cents: amount_cents, booked_cents: 0 }
    await insertFaults(ctx, transaction, [{ kind: 'not_returned', organization_id, order_id, ...cents }])
  }
}

/**
 * Updates a transaction. One that fails does not block others: it is recorded as a discrepancy for staff and checked
 * again daily.
 */
async function recheck(ctx: Ctx, transaction: GatewayTransaction, row?: ListedTransaction): Promise<void> {
  try {
    if (await followTransaction(ctx, transaction, row)) return
  } catch (error) {
    ctx.log.error('settlement.not_followed', error, transaction)
  }
  const unlinked = { organization_id: null, order_id: null, booked_cents: null }
  await insertFaults(ctx, transaction, [
    { kind: 'not_followed', gateway_cents: row?.amount_cents ?? null, ...unlinked },
  ])
}

type ComparedList = { listed: readonly ListedTransaction[]; since: Date; until: Date }
type DifferingTransaction = { transaction: GatewayTransaction; row: ListedTransaction | undefined }

async function listDiffering(
  ctx: Ctx,
  provider: GatewayTransaction['provider'],
  compared: ComparedList,
): Promise<DifferingTransaction[]> {
  const rows = new Map(compared.listed.map((row) => [row.transaction_id, row]))
  const booked = await listBooked(ctx, { provider, ids: [...rows.keys()], ...compared })
  return listDifferingIds(compared.listed, booked).map((transaction_id) => ({
    transaction: { provider, transaction_id },
    row: rows.get(transaction_id),
  }))
}

const bookedStates: Partial<Record<TransactionState, BookedTransaction['state']>> = {
  captured: 'captured',
  settled: 'captured',
  refund_pending: 'refunded',
  refunded: 'refunded',
  voided: 'voided',
}

/**
 * The ids of transactions that differ between the lists or are in only one of them. Voided ones may disappear from the
 * gateway's list.
 */
export function listDifferingIds(
  listedTransactions: readonly ListedTransaction[],
  booked: readonly BookedTransaction[],
): string[] {
  const bookedById = new Map(booked.map((entry) => [entry.transaction_id, entry]))
  const differing = listedTransactions.filter(({ transaction_id, state, amount_cents }) => {
    const entry = bookedById.get(transaction_id)
    if (!entry) return bookedStates[state] === 'captured' || bookedStates[state] === 'refunded'
    return entry.state !== bookedStates[state] || (entry.state !== 'voided' && entry.amount_cents !== amount_cents)
  })
  const listedIds = new Set(listedTransactions.map(({ transaction_id }) => transaction_id))
  const missing = booked.filter(({ transaction_id, state }) => state !== 'voided' && !listedIds.has(transaction_id))
  return [...differing, ...missing].map(({ transaction_id }) => transaction_id)
}
