import type { Listed, ListedTransaction } from '#modules/checkout/payments/gateways/gateway.ts'
import { toCents } from '#platform/money.ts'
import { type ListRow, listBatches, readList } from './lists.ts'
import type { Connection } from './post.ts'
import { batchBody, unsettledBody } from './requests.ts'
import { stateOf } from './results.ts'

/**
 * Everything settled since then, read after everything unsettled: a transaction that settles in between appears twice
 * instead of never.
 */
export async function listSince(connection: Connection, since: Date): Promise<Listed> {
  const until = connection.clock.now()
  const unsettled = await readList(connection, unsettledBody)
  if ('unknown' in unsettled) return { answer: 'unknown', reason: unsettled.unknown }
  const batches = await listBatches(connection, since)
  if ('unknown' in batches) return { answer: 'unknown', reason: batches.unknown }
  const rows = unsettled.all
  for (const batchId of batches.all) {
    const settled = await readList(connection, (page) => batchBody(batchId, page))
    if ('unknown' in settled) return { answer: 'unknown', reason: settled.unknown }
    rows.push(...settled.all)
  }
  const transactions = [
    ...new Map(
      rows.map(listed).map((listedTransaction) => [listedTransaction.transaction_id, listedTransaction]),
    ).values(),
  ]
  return { answer: 'listed', transactions, until }
}

const listed = ({ transId, transactionStatus, settleAmount }: ListRow): ListedTransaction => ({
  transaction_id: transId,
  state: stateOf(transactionStatus),
  amount_cents: toCents(settleAmount ?? 0),
})
