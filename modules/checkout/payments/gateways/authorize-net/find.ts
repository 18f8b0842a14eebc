import type { LookupResult, Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { type CompleteList, findProblem, listBatches, readList } from './lists.ts'
import { type Connection, post } from './post.ts'
import { type Body, batchBody, detailsBody, unsettledBody } from './requests.ts'
import { transactionDetails } from './results.ts'
import { DetailsResponse } from './wire.ts'

/** The period for which settled batches are read by default. */
const twoDaysMs = 2 * 86_400_000

const unknownResult = (reason: Reason): LookupResult => ({ answer: 'unknown', reason })

/** Looks up a transaction; E00040 means that there is no such record. */
export async function findDetails(connection: Connection, transaction_id: string): Promise<LookupResult> {
  const response = await post(connection, detailsBody(transaction_id), DetailsResponse)
  const problem = findProblem(response)
  if (problem) return problem.code === 'E00040' ? { answer: 'none' } : unknownResult(problem)
  if (response.kind !== 'answer' || !response.body.transaction)
    return unknownResult({ code: 'unreadable', text: 'The response contains no transaction.' })
  return { answer: 'found', transaction: transactionDetails(response.body.transaction) }
}

/** The ids of the transactions in a list that have the attempt as their invoice number. */
async function listIds(
  connection: Connection,
  attempt: string,
  body: (page: number) => Body,
): Promise<CompleteList<string>> {
  const list = await readList(connection, body)
  if ('unknown' in list) return list
  return {
    all: list.all
      .filter((transaction) => transaction.invoiceNumber === attempt)
      .map((transaction) => transaction.transId),
  }
}

/** The ids in all settled batches: an attempt declined in one batch may have been approved in the next. */
async function listSettledIds(connection: Connection, attempt: string, since: Date): Promise<CompleteList<string>> {
  const batches = await listBatches(connection, since)
  if ('unknown' in batches) return batches
  const all: string[] = []
  for (const batchId of batches.all) {
    const ids = await listIds(connection, attempt, (page) => batchBody(batchId, page))
    if ('unknown' in ids) return ids
    all.push(...ids.all)
  }
  return { all }
}

/** Orders the transactions of an attempt: one that has taken money is decisive, then one that may have. */
const outcomeWeights = { approved: 4, held: 3, unknown: 2, declined: 1, error: 1 }
const weightOf = (result: LookupResult) => (result.answer === 'found' ? outcomeWeights[result.transaction.outcome] : 0)
const mayHoldMoney = (result: LookupResult) => result.answer === 'unknown' || weightOf(result) > 1

async function findDecisiveTransaction(connection: Connection, ids: string[]): Promise<LookupResult> {
  let best: LookupResult = { answer: 'none' }
  for (const id of ids) {
    const details = await findDetails(connection, id)
    if (details.answer === 'unknown') return details
    if (weightOf(details) > weightOf(best)) best = details
  }
  return best
}

/** Searches unsettled transactions before settled batches, so that one that settles in between is still found. */
export async function findAttempt(connection: Connection, attempt: string, since?: Date): Promise<LookupResult> {
  const unsettledIds = await listIds(connection, attempt, unsettledBody)
  if ('unknown' in unsettledIds) return unknownResult(unsettledIds.unknown)
  const unsettledResult = await findDecisiveTransaction(connection, unsettledIds.all)
  if (mayHoldMoney(unsettledResult)) return unsettledResult
  const first = since ?? new Date(connection.clock.now().getTime() - twoDaysMs)
  const settledIds = await listSettledIds(connection, attempt, first)
  if ('unknown' in settledIds) return unknownResult(settledIds.unknown)
  const settledResult = await findDecisiveTransaction(connection, settledIds.all)
  return settledResult.answer === 'none' ? unsettledResult : settledResult
}
