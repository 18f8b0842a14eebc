import type { Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { type Connection, type Posted, post } from './post.ts'
import { type Body, batchListBody, pageSize } from './requests.ts'
import { BatchesResponse, ListResponse } from './wire.ts'

/** The most pages read of one list: 100,000 transactions. */
const maxPages = 100
/** The gateway refuses a longer range of settlement dates. */
const maxSpanMs = 31 * 86_400_000

/**
 * A complete list, or the reason why it could not be read: a partial one would suggest that the rest does not exist.
 */
export type Whole<T> = { all: T[] } | { unknown: Reason }
export type ListRow = ListResponse['transactions'][number]

type Answered = { messages: { resultCode: string; message: { code: string; text: string | null }[] } }

/** The reason for a missing response, or null if there is one. */
export function problem(posted: Posted<Answered>): Reason | null {
  if (posted.kind !== 'answer') return posted.reason
  const { resultCode, message } = posted.body.messages
  return resultCode === 'Ok' ? null : { code: message[0]?.code ?? '', text: message[0]?.text ?? '' }
}

/** The transactions of one list, page by page. */
export async function readList(connection: Connection, body: (page: number) => Body): Promise<Whole<ListRow>> {
  const all: ListRow[] = []
  for (let page = 1; page <= maxPages; page++) {
    const posted = await post(connection, body(page), ListResponse)
    const failed = problem(posted)
    if (failed || posted.kind !== 'answer') return { unknown: failed ?? { code: 'unreadable', text: '' } }
    const { transactions } = posted.body
    all.push(...transactions)
    if (transactions.length < pageSize) return { all }
  }
  return { unknown: { code: 'too_many', text: 'The list is longer than can be searched.' } }
}

/** Ids of the batches settled from `since` until now. */
export async function listBatches(connection: Connection, since: Date): Promise<Whole<string>> {
  const all: string[] = []
  const until = connection.clock.now().getTime()
  for (let first = since.getTime(); first < until; first += maxSpanMs) {
    const last = new Date(Math.min(first + maxSpanMs, until))
    const posted = await post(connection, batchListBody(new Date(first), last), BatchesResponse)
    const failed = problem(posted)
    if (failed || posted.kind !== 'answer') return { unknown: failed ?? { code: 'unreadable', text: '' } }
    all.push(...posted.body.batchList.map(({ batchId }) => batchId))
  }
  return { all }
}
