import type { ListedTransaction, ListResult } from '#modules/checkout/payments/gateways/gateway.ts'
import { toCents } from '#platform/money.ts'
import { type ListRow, listBatches, readList } from './lists.ts'
import type { Connection } from './post.ts'
import { batchBody, unsettledBody } from './requests.ts'
import { mapState } from './results.ts'

/**
 * Lists the unsettled transactions, then those settled since then. In this order, one that settles in between appears
 * twice rather than never.
 */
export async function listSince(connection: Connection, since: Date): Promise<ListResult> {
  const until = connection.clock.now()
  const unsettled = await readList(connection, unsettledBody)
  if ('unknown' in unsettled) return { answer: 'unknown', reason: unsettled.unknown }
  const batches = await listBatches(connection, since)
  if ('unknown' in batches) return { answer: 'unknown', reason: batches.unknown }
  const rows = unsettled.all
  for (const batchId of batches.all) {
    const settledList = await readList(connection, (page) => batchBody(batchId, page))
    if ('unknown' in settledList) return { answer: 'unknown', reason: settledList.unknown }
    rows.push(...settledList.all)
  }
  const transactions = [
    ...new Map(
      rows.map(toListedTransaction).map((listedTransaction) => [listedTransaction.transaction_id, listedTransaction]),
    ).values(),
  ]
  return { answer: 'listed', transactions, until }
}

const toListedTransaction = ({ transId, transactionStatus, settleAmount }: ListRow): ListedTransaction => ({
  transaction_id: transId,
  state: mapState(transactionStatus),
  amount_cents: toCents(settleAmount ?? 0),
})
