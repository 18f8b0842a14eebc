import type { ListedTransaction, TransactionState } from '#modules/checkout/payments/gateways/gateway.ts'
import { reversingOf } from '#modules/checkout/payments/gateways/provider.ts'
import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Booked, listBooked, listDisputed, listStuckSurplus } from './booked.sql.ts'
import { beginComparison, failComparison, finishComparison, listCompared } from './comparison.sql.ts'
import { insertFaults } from './discrepancy.sql.ts'
import { followTransaction } from './follow-transaction.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'

/** Compared periods are checked again for a week: banks settle, and wallets list, days later. */
const weekMs = 7 * 86_400_000

/** The gateways with lists to compare. */
export const comparedProviders = (ctx: Ctx): GatewayTransaction['provider'][] =>
  ctx.use(walletPort) ? ['authorize_net', 'paypal'] : ['authorize_net']

/** A gateway's list could not be read; the next try may succeed. */
class GatewayUnreachable extends Error {
  override readonly name = 'GatewayUnreachable'
}

/**
 * Compares the gateways that have not been compared since the last bank settlement. An unreachable one is reported
 * once, shown above the discrepancies, and retried every hour; it fails no job.
 */
export async function compareDueSettlement(ctx: Ctx): Promise<void> {
  const compared = await listCompared(ctx)
  const providers = comparedProviders(ctx).filter((provider) => !compared.includes(provider))
  if (providers.length === 0) return
  await compareSettlement(ctx, providers).catch((error) => {
    if (!(error instanceof GatewayUnreachable)) throw error
  })
}

/**
 * Compares the gateways' lists with the books, from the end of the last complete comparison, and follows up each
 * differing transaction. Returns their number. A failing gateway does not block others; it throws at the end, so that
 * the job is retried.
 */
export async function compareSettlement(ctx: Ctx, providers = comparedProviders(ctx)): Promise<number> {
  const failures: unknown[] = []
  const followed = new Set<string>()
  for (const provider of providers) {
    try {
      for (const { transaction } of await compareProvider(ctx, provider)) followed.add(keyOf(transaction))
    } catch (error) {
      failures.push(error)
    }
  }
  const disputed = (await listDisputed(ctx)).filter((transaction) => !followed.has(keyOf(transaction)))
  for (const transaction of disputed) await follow(ctx, transaction)
  await noteStuckSurplus(ctx)
  if (failures.length > 0) throw failures.find((failure) => !(failure instanceof GatewayUnreachable)) ?? failures[0]
  return followed.size + disputed.length
}

const keyOf = ({ provider, transaction_id }: GatewayTransaction) => `${provider} ${transaction_id}`

async function compareProvider(ctx: Ctx, provider: GatewayTransaction['provider']): Promise<Differing[]> {
  const goesOn = await beginComparison(ctx, provider)
  let reason = 'error'
  try {
    const since = new Date(Math.min(goesOn.getTime(), ctx.now.getTime()) - weekMs)
    const listed = await reversingOf(ctx, provider).listSince(since)
    if (listed.answer === 'unknown') {
      reason = listed.reason.code
      throw new GatewayUnreachable(`the list of ${provider} could not be read: ${reason}`)
    }
    const differing = await listDiffering(ctx, provider, { ...listed, listed: listed.transactions, since })
    for (const { transaction, row } of differing) await follow(ctx, transaction, row)
    await finishComparison(ctx, provider, listed.until)
    return differing
  } catch (error) {
    const news = await failComparison(ctx, provider, reason)
    if (news) ctx.log.error('settlement.not_compared', error, { provider, reason })
    throw error
  }
}

async function noteStuckSurplus(ctx: Ctx): Promise<void> {
  for (const { amount_cents, order_id, organization_id, ...transaction } of await listStuckSurplus(ctx)) {
    const cents = { gateway_cents: amount_cents, booked_cents: 0 }
    await insertFaults(ctx, transaction, [{ kind: 'not_returned', organization_id, order_id, ...cents }])
  }
}

/** A transaction that can't be booked or checked does not block others: it is checked daily, and a person sees it. */
async function follow(ctx: Ctx, transaction: GatewayTransaction, row?: ListedTransaction): Promise<void> {
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

type Compared = { listed: readonly ListedTransaction[]; since: Date; until: Date }
type Differing = { transaction: GatewayTransaction; row: ListedTransaction | undefined }

async function listDiffering(
  ctx: Ctx,
  provider: GatewayTransaction['provider'],
  compared: Compared,
): Promise<Differing[]> {
  const rows = new Map(compared.listed.map((row) => [row.transaction_id, row]))
  const booked = await listBooked(ctx, { provider, ids: [...rows.keys()], ...compared })
  return differences(compared.listed, booked).map((transaction_id) => ({
    transaction: { provider, transaction_id },
    row: rows.get(transaction_id),
  }))
}

const transaction: Partial<Record<TransactionState, Booked['state']>> = {
  captured: 'captured',
  settled: 'captured',
  refund_pending: 'refunded',
  refunded: 'refunded',
  voided: 'voided',
}

/** Ids that differ between the lists, or are only in one of them. Voided ones may disappear from the gateway's. */
export function differences(listed: readonly ListedTransaction[], booked: readonly Booked[]): string[] {
  const books = new Map(booked.map((entry) => [entry.transaction_id, entry]))
  const differing = listed.filter(({ transaction_id, state, amount_cents }) => {
    const booked = books.get(transaction_id)
    if (!booked) return transaction[state] === 'captured' || transaction[state] === 'refunded'
    return booked.state !== transaction[state] || (booked.state !== 'voided' && booked.amount_cents !== amount_cents)
  })
  const listedIds = new Set(listed.map(({ transaction_id }) => transaction_id))
  const missing = booked.filter(({ transaction_id, state }) => state !== 'voided' && !listedIds.has(transaction_id))
  return [...differing, ...missing].map(({ transaction_id }) => transaction_id)
}
