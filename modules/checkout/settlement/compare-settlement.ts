import type { Ctx } from '../../../platform/ctx.ts'
import { type ListedTransaction, paymentGateway, type TransactionState } from '../payments/gateway.ts'
import { type Booked, listBooked, listDisputed, listStuckSurplus } from './booked.sql.ts'
import { insertFaults } from './discrepancy.sql.ts'
import { followTransaction } from './follow-transaction.ts'
import type { Moved } from './moved.ts'

/** Every day looks at a week: a day on which nothing ran is made up for. */
const weekMs = 7 * 86_400_000

/**
 * Compares what gateways have done since with the books, and follows each transaction of which they say different
 * things. Answers how many those were. Throws where the gateway's list could not be read, so that the job tries again.
 */
export async function compareSettlement(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.now.getTime() - weekMs)
  const listed = await ctx.use(paymentGateway).listSince(since)
  if (listed.answer === 'unknown') throw new Error(`the list of the gateway could not be read: ${listed.reason.code}`)
  const differing = [
    ...(await listDiffering(ctx, 'authorize_net', { listed: listed.transactions, since })),
    // Lists of the wallet come a day late and another way: each of its own transactions is asked about.
    ...(await listDiffering(ctx, 'paypal', { listed: [], since })),
    ...(await listDisputed(ctx)),
  ]
  for (const moved of uniqueOf(differing)) await follow(ctx, moved)
  for (const { amount_cents, order_id, organization_id, ...moved } of await listStuckSurplus(ctx)) {
    const cents = { gateway_cents: amount_cents, booked_cents: 0 }
    await insertFaults(ctx, moved, [{ kind: 'not_returned', organization_id, order_id, ...cents }])
  }
  return differing.length
}

async function follow(ctx: Ctx, moved: Moved): Promise<void> {
  try {
    await followTransaction(ctx, moved)
  } catch (error) {
    // One that cannot be booked must not keep the others waiting; tomorrow's comparison finds it again.
    ctx.log.error('settlement.not_followed', error, moved)
  }
}

const uniqueOf = (all: readonly Moved[]): Moved[] => [
  ...new Map(all.map((moved) => [`${moved.provider} ${moved.transaction_id}`, moved])).values(),
]

type Compared = { listed: readonly ListedTransaction[]; since: Date }

async function listDiffering(ctx: Ctx, provider: Moved['provider'], { listed, since }: Compared): Promise<Moved[]> {
  const ids = listed.map(({ transaction_id }) => transaction_id)
  const booked = await listBooked(ctx, { provider, ids, since })
  return differences(listed, booked).map((transaction_id) => ({ provider, transaction_id }))
}

const moved: Partial<Record<TransactionState, Booked['state']>> = {
  captured: 'captured',
  settled: 'captured',
  refund_pending: 'refunded',
  refunded: 'refunded',
  voided: 'voided',
}

/** Ids of which the two lists say different things, or only one of them something. What was voided may leave the gateway's. */
export function differences(listed: readonly ListedTransaction[], booked: readonly Booked[]): string[] {
  const books = new Map(booked.map((one) => [one.transaction_id, one]))
  const differing = listed.filter(({ transaction_id, state, amount_cents }) => {
    const own = books.get(transaction_id)
    if (!own) return moved[state] === 'captured' || moved[state] === 'refunded'
    return own.state !== moved[state] || (own.state !== 'voided' && own.amount_cents !== amount_cents)
  })
  const there = new Set(listed.map(({ transaction_id }) => transaction_id))
  const missing = booked.filter(({ transaction_id, state }) => state !== 'voided' && !there.has(transaction_id))
  return [...differing, ...missing].map(({ transaction_id }) => transaction_id)
}
