import type { Found, Reason } from '../gateway.ts'
import { type Connection, type Posted, post } from './post.ts'
import { type Body, batchBody, batchListBody, detailsBody, PAGE_SIZE, unsettledBody } from './requests.ts'
import { detailsOf } from './results.ts'
import { BatchesAnswer, DetailsAnswer, ListAnswer } from './wire.ts'

/** A bound on how many pages of one list are read: 100,000 transactions. */
const MOST_PAGES = 100
/** How far back settled batches are read unless the caller says. */
const TWO_DAYS_MS = 2 * 86_400_000
const DAY_MS = 86_400_000
/** The gateway refuses a longer span between first and last settlement date. */
const LONGEST_SPAN_MS = 31 * DAY_MS

type Ids = { ids: string[] } | { unknown: Reason }

const unknown = (reason: Reason): Found => ({ answer: 'unknown', reason })

function problem(
  posted: Posted<{ messages: { resultCode: string; message: { code: string; text: string | null }[] } }>,
) {
  if (posted.kind !== 'answer') return posted.reason
  const { resultCode, message } = posted.body.messages
  return resultCode === 'Ok' ? null : { code: message[0]?.code ?? '', text: message[0]?.text ?? '' }
}

/** Asks for one transaction; E00040 is the gateway's 'no such record'. */
export async function findDetails(connection: Connection, transaction_id: string): Promise<Found> {
  const posted = await post(connection, detailsBody(transaction_id), DetailsAnswer)
  const failed = problem(posted)
  if (failed) return failed.code === 'E00040' ? { answer: 'none' } : unknown(failed)
  if (posted.kind !== 'answer' || !posted.body.transaction)
    return unknown({ code: 'unreadable', text: 'No transaction.' })
  return { answer: 'found', transaction: detailsOf(posted.body.transaction) }
}

/** Ids of the transactions of one list that carry the attempt as their invoice number. */
async function idsIn(connection: Connection, attempt: string, body: (page: number) => Body): Promise<Ids> {
  const ids: string[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const posted = await post(connection, body(page), ListAnswer)
    const failed = problem(posted)
    if (failed || posted.kind !== 'answer') return { unknown: failed ?? { code: 'unreadable', text: '' } }
    const { transactions } = posted.body
    ids.push(...transactions.filter((one) => one.invoiceNumber === attempt).map((one) => one.transId))
    if (transactions.length < PAGE_SIZE) return { ids }
  }
  return { unknown: { code: 'too_many', text: 'The list is longer than can be searched.' } }
}

async function batchIds(connection: Connection, since: Date, until: Date): Promise<Ids> {
  const ids: string[] = []
  for (let first = since.getTime(); first < until.getTime(); first += LONGEST_SPAN_MS) {
    const last = new Date(Math.min(first + LONGEST_SPAN_MS, until.getTime()))
    const posted = await post(connection, batchListBody(new Date(first), last), BatchesAnswer)
    const failed = problem(posted)
    if (failed || posted.kind !== 'answer') return { unknown: failed ?? { code: 'unreadable', text: '' } }
    ids.push(...posted.body.batchList.map((batch) => batch.batchId))
  }
  return { ids }
}

/** Every batch is read: an attempt that was declined in one may have been approved in the next. */
async function idsSettled(connection: Connection, attempt: string, since: Date): Promise<Ids> {
  const batches = await batchIds(connection, since, connection.clock.now())
  if ('unknown' in batches) return batches
  const ids: string[] = []
  for (const batchId of batches.ids) {
    const found = await idsIn(connection, attempt, (page) => batchBody(batchId, page))
    if ('unknown' in found) return found
    ids.push(...found.ids)
  }
  return { ids }
}

/** Which of several transactions of one attempt speaks for it: the one that holds money, then one that may. */
const WEIGHTS = { approved: 4, held: 3, unknown: 2, declined: 1, error: 1 }
const weigh = (found: Found) => (found.answer === 'found' ? WEIGHTS[found.transaction.outcome] : 0)
const mayHoldMoney = (found: Found) => found.answer === 'unknown' || weigh(found) > 1

async function weightiest(connection: Connection, ids: string[]): Promise<Found> {
  let best: Found = { answer: 'none' }
  for (const id of ids) {
    const found = await findDetails(connection, id)
    if (found.answer === 'unknown') return found
    if (weigh(found) > weigh(best)) best = found
  }
  return best
}

/** Looks among the unsettled first, then in batches: a transaction that settles meanwhile is still seen. */
export async function findAttempt(connection: Connection, attempt: string, since?: Date): Promise<Found> {
  const fresh = await idsIn(connection, attempt, unsettledBody)
  if ('unknown' in fresh) return unknown(fresh.unknown)
  const unsettled = await weightiest(connection, fresh.ids)
  if (mayHoldMoney(unsettled)) return unsettled
  const first = since ?? new Date(connection.clock.now().getTime() - TWO_DAYS_MS)
  const old = await idsSettled(connection, attempt, first)
  if ('unknown' in old) return unknown(old.unknown)
  const settled = await weightiest(connection, old.ids)
  return settled.answer === 'none' ? unsettled : settled
}
