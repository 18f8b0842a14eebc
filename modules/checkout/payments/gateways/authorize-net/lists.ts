import type { Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { type Connection, type PostResult, post } from './post.ts'
import { type Body, batchListBody, pageSize } from './requests.ts'
import { BatchesResponse, ListResponse } from './wire.ts'

/** The maximum number of pages read of a list: 100,000 transactions. */
const maxPages = 100
/** The gateway refuses a longer range of settlement dates. */
const maxRangeMs = 31 * 86_400_000

/**
 * A complete list, or the reason why it could not be read. A partial list would suggest that the rest does not exist.
 */
export type CompleteList<T> = { all: T[] } | { unknown: Reason }
export type ListRow = ListResponse['transactions'][number]

type ResponseWithMessages = { messages: { resultCode: string; message: { code: string; text: string | null }[] } }

/** The reason why a call failed, or null if it succeeded. */
export function findProblem(response: PostResult<ResponseWithMessages>): Reason | null {
  if (response.kind !== 'answer') return response.reason
  const { resultCode, message } = response.body.messages
  return resultCode === 'Ok' ? null : { code: message[0]?.code ?? '', text: message[0]?.text ?? '' }
}

/** Reads all pages of a list of transactions. */
export async function readList(connection: Connection, body: (page: number) => Body): Promise<CompleteList<ListRow>> {
  const all: ListRow[] = []
  for (let page = 1; page <= maxPages; page++) {
    const response = await post(connection, body(page), ListResponse)
    const problem = findProblem(response)
    if (problem || response.kind !== 'answer') return { unknown: problem ?? { code: 'unreadable', text: '' } }
    const { transactions } = response.body
    all.push(...transactions)
    if (transactions.length < pageSize) return { all }
  }
  return { unknown: { code: 'too_many', text: 'The list has too many pages.' } }
}

/** The ids of the batches settled since `since`. */
export async function listBatches(connection: Connection, since: Date): Promise<CompleteList<string>> {
  const all: string[] = []
  const until = connection.clock.now().getTime()
  for (let first = since.getTime(); first < until; first += maxRangeMs) {
    const last = new Date(Math.min(first + maxRangeMs, until))
    const response = await post(connection, batchListBody(new Date(first), last), BatchesResponse)
    const problem = findProblem(response)
    if (problem || response.kind !== 'answer') return { unknown: problem ?? { code: 'unreadable', text: '' } }
    all.push(...response.body.batchList.map(({ batchId }) => batchId))
  }
  return { all }
}
