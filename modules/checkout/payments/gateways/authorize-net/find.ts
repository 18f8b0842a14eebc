import type { LookupResult, Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { listBatches, problem, readList, type Whole } from './lists.ts'
import { type Connection, post } from './post.ts'
import { type Body, batchBody, detailsBody, unsettledBody } from './requests.ts'
import { detailsOf } from './results.ts'
import { DetailsResponse } from './wire.ts'

/** How far back settled batches are read by default. */
const twoDaysMs = 2 * 86_400_000

const unknown = (reason: Reason): LookupResult => ({ answer: 'unknown', reason })

/** Looks up one transaction; E00040 is the gateway's 'no such record'. */
export async function findDetails(connection: Connection, transaction_id: string): Promise<LookupResult> {
  const posted = await post(connection, detailsBody(transaction_id), DetailsResponse)
  const failed = problem(posted)
  if (failed) return failed.code === 'E00040' ? { answer: 'none' } : unknown(failed)
  if (posted.kind !== 'answer' || !posted.body.transaction)
    return unknown({ code: 'unreadable', text: 'No transaction.' })
  return { answer: 'found', transaction: detailsOf(posted.body.transaction) }
}

/** Ids of a list's transactions with the attempt as their invoice number. */
async function idsIn(connection: Connection, attempt: string, body: (page: number) => Body): Promise<Whole<string>> {
  const list = await readList(connection, body)
  if ('unknown' in list) return list
  return {
    all: list.all
      .filter((transaction) => transaction.invoiceNumber === attempt)
      .map((transaction) => transaction.transId),
  }
}

/** Every batch is read: an attempt declined in one may have been approved in the next. */
async function idsSettled(connection: Connection, attempt: string, since: Date): Promise<Whole<string>> {
  const batches = await listBatches(connection, since)
  if ('unknown' in batches) return batches
  const all: string[] = []
  for (const batchId of batches.all) {
    const ids = await idsIn(connection, attempt, (page) => batchBody(batchId, page))
    if ('unknown' in ids) return ids
    all.push(...ids.all)
  }
  return { all }
}

/** Returns the decisive transaction of an attempt: the one that holds money, then one that may. */
const outcomeWeights = { approved: 4, held: 3, unknown: 2, declined: 1, error: 1 }
const weigh = (result: LookupResult) => (result.answer === 'found' ? outcomeWeights[result.transaction.outcome] : 0)
const mayHoldMoney = (result: LookupResult) => result.answer === 'unknown' || weigh(result) > 1

async function findDecisive(connection: Connection, ids: string[]): Promise<LookupResult> {
  let best: LookupResult = { answer: 'none' }
  for (const id of ids) {
    const details = await findDetails(connection, id)
    if (details.answer === 'unknown') return details
    if (weigh(details) > weigh(best)) best = details
  }
  return best
}

/** Searches unsettled transactions first, then batches: a transaction that settles in between is still found. */
export async function findAttempt(connection: Connection, attempt: string, since?: Date): Promise<LookupResult> {
  const unsettledIds = await idsIn(connection, attempt, unsettledBody)
  if ('unknown' in unsettledIds) return unknown(unsettledIds.unknown)
  const unsettled = await findDecisive(connection, unsettledIds.all)
  if (mayHoldMoney(unsettled)) return unsettled
  const first = since ?? new Date(connection.clock.now().getTime() - twoDaysMs)
  const old = await idsSettled(connection, attempt, first)
  if ('unknown' in old) return unknown(old.unknown)
  const settled = await findDecisive(connection, old.all)
  return settled.answer === 'none' ? unsettled : settled
}
