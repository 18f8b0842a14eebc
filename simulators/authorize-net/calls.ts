import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toCents } from '#platform/money.ts'
import { type Behavior, behaviors, type Conduct, declinedZip, magicAmounts } from '#simulators/payments/behavior.ts'
import type { SimCard } from './cards.ts'
import {
  addCharge,
  addRefund,
  find,
  findDuplicate,
  releaseHeld,
  type SimState,
  type SimTransaction,
  voidOne,
} from './ledger.ts'
import {
  detailItem,
  listItem,
  ok,
  refusalResponse,
  refuse,
  type TransactionRequest,
  transactionAnswer,
} from './wire.ts'

type Answer = Record<string, unknown>
/** The gateway's response, and how it travels. */
export type DecidedAnswer = { answer: Answer; conduct: Conduct }
export type Call = { state: SimState; refId: string | undefined; now: number }

const duplicateText = 'A duplicate transaction has been submitted.'
const sent = (answer: Answer): DecidedAnswer => ({ answer, conduct: behaviors.approve })
const refusal = (call: Call, code: string, text: string, first?: SimTransaction) =>
  sent(refusalResponse(code, text, call.refId, first))

/** The gateway's default is two minutes; it returns the first transaction's id only if a window was sent. */
function windowOf({ transactionSettings }: TransactionRequest) {
  const setting = transactionSettings?.setting.find((entry) => entry.settingName === 'duplicateWindow')
  return { isSet: setting !== undefined, ms: Number(setting?.settingValue ?? 120) * 1000 }
}

const printOf = (request: TransactionRequest, card: string) => {
  const { transactionType, amount, order, customer, billTo, refTransId } = request
  const compared = [transactionType, amount, card, order?.invoiceNumber, customer, billTo, refTransId]
  return createHash('sha256').update(JSON.stringify(compared)).digest('hex')
}

function cardOf({ state, now }: Call, request: TransactionRequest): SimCard | null {
  const { opaqueData } = request.payment ?? {}
  if (opaqueData) {
    const nonce = state.nonces[opaqueData.dataValue]
    return nonce && !nonce.used && nonce.expires_at > now ? nonce.card : null
  }
  const { customerProfileId, paymentProfile } = request.profile ?? {}
  return state.saved_cards[`${customerProfileId}/${paymentProfile?.paymentProfileId}`] ?? null
}

function behaviorOf(card: SimCard, cents: number, zip: string, scripted: Behavior | undefined): Conduct {
  if (!scripted && zip === declinedZip) return behaviors.decline
  return behaviors[scripted ?? magicAmounts[cents] ?? card.behavior]
}

function cents(amount: string | undefined): number | null {
  try {
    return toCents(amount ?? '') || null
  } catch {
    return null
  }
}

/** `next` returns the scripted behavior, if any; it is called only for a request that would otherwise be decided. */
export function charge(call: Call, request: TransactionRequest, next: () => Behavior | undefined): DecidedAnswer {
  const amount_cents = cents(request.amount)
  if (!amount_cents || amount_cents < 0) return refusal(call, '5', 'A valid amount is required.')
  const card = cardOf(call, request)
  if (!card) {
    if (request.payment) return sent({ refId: call.refId, ...refuse('E00114', 'Invalid OTS Token.') })
    return sent({
      refId: call.refId,
      ...refuse('E00040', 'Customer Profile ID or Customer Payment Profile ID not found.'),
    })
  }
  const zip = request.billTo?.zip ?? ''
  const conduct = behaviorOf(card, amount_cents, zip, next())
  if (!conduct.reached) return { answer: {}, conduct }
  const nonce = call.state.nonces[request.payment?.opaqueData?.dataValue ?? '']
  if (nonce) nonce.used = true
  const window = windowOf(request)
  const print = printOf(request, card.print)
  const first = findDuplicate(call.state, print, window.ms, call.now)
  if (first) {
    const answer = refusalResponse('11', duplicateText, call.refId, window.isSet ? first : undefined)
    return { answer, conduct }
  }
  const order = { attempt: request.order?.invoiceNumber ?? '', amount_cents, card, zip, print }
  return { answer: transactionAnswer(addCharge(call.state, order, conduct.verdict, call.now), call.refId), conduct }
}

export function refund(call: Call, request: TransactionRequest, next: () => Behavior | undefined): DecidedAnswer {
  const amount_cents = cents(request.amount)
  if (!amount_cents || amount_cents < 0) return refusal(call, '5', 'A valid amount is required.')
  const conduct = behaviors[next() ?? 'approve']
  if (!conduct.reached) return { answer: {}, conduct }
  const last_4 = request.payment?.creditCard?.cardNumber.slice(-4) ?? ''
  const print = printOf(request, last_4)
  const window = windowOf(request)
  const first = findDuplicate(call.state, print, window.ms, call.now)
  if (first) {
    return { answer: refusalResponse('11', duplicateText, call.refId, window.isSet ? first : undefined), conduct }
  }
  const order = { original_id: request.refTransId ?? '', attempt: request.order?.invoiceNumber ?? '', amount_cents }
  const added = addRefund(call.state, { ...order, last_4, print }, call.now)
  if ('text' in added) return { answer: refusalResponse(added.code, added.text, call.refId), conduct }
  return { answer: transactionAnswer(added, call.refId), conduct }
}

export function cancel(call: Call, request: TransactionRequest, next: () => Behavior | undefined): DecidedAnswer {
  const conduct = behaviors[next() ?? 'approve']
  if (!conduct.reached) return { answer: {}, conduct }
  const done = voidOne(call.state, request.refTransId ?? '')
  if ('text' in done) return { answer: refusalResponse(done.code, done.text, call.refId), conduct }
  const reason = done.again
    ? { code: '310', text: 'This transaction has already been voided.' }
    : { code: '1', text: 'This transaction has been approved.' }
  const response = { ...done.voided, code: 1 as const, reason, original_id: done.voided.id }
  return { answer: transactionAnswer(response, call.refId), conduct }
}

const Decision = z.object({ action: z.enum(['approve', 'decline']), refTransId: z.string() })

/** updateHeldTransactionRequest: a person decides about a transaction held by the fraud filters. */
export function decideHeld(call: Call, fields: unknown, next: () => Behavior | undefined): DecidedAnswer {
  const parsed = Decision.safeParse(fields)
  if (!parsed.success) return sent({ refId: call.refId, ...refuse('E00003', 'The request is invalid.') })
  const conduct = behaviors[next() ?? 'approve']
  if (!conduct.reached) return { answer: {}, conduct }
  const { action, refTransId } = parsed.data
  const transaction = find(call.state, refTransId)
  if (transaction?.status !== 'FDSPendingReview') {
    return { answer: refusalResponse('16', 'The transaction cannot be found.', call.refId), conduct }
  }
  releaseHeld(call.state, refTransId, action)
  const reason =
    action === 'approve'
      ? { code: '1', text: 'This transaction has been approved.' }
      : { code: '2', text: 'This transaction has been declined.' }
  return { answer: transactionAnswer({ ...transaction, reason, original_id: transaction.id }, call.refId), conduct }
}

const Paging = z.object({
  batchId: z.string().optional(),
  paging: z.object({ limit: z.number().min(1).max(1000), offset: z.number().min(1) }).optional(),
})
const Span = z.object({ firstSettlementDate: z.coerce.date(), lastSettlementDate: z.coerce.date() })
const maxSpanMs = 31 * 86_400_000

function pageOf(all: SimTransaction[], fields: unknown): Answer {
  const { limit, offset } = Paging.parse(fields).paging ?? { limit: 1000, offset: 1 }
  const page = all.toReversed().slice((offset - 1) * limit, offset * limit)
  if (page.length === 0)
    return { ...ok(), messages: { resultCode: 'Ok', message: [{ code: 'I00004', text: 'No records found.' }] } }
  return { transactions: page.map(listItem), totalNumInResultSet: all.length, ...ok() }
}

/** The reporting calls, by their root key. */
export const queryCalls: Record<string, (state: SimState, fields: Record<string, unknown>) => Answer> = {
  getUnsettledTransactionListRequest: (state, fields) =>
    pageOf(
      state.transactions.filter((transaction) => !transaction.batch_id),
      fields,
    ),
  getTransactionListRequest: (state, fields) =>
    pageOf(
      state.transactions.filter((transaction) => transaction.batch_id && transaction.batch_id === fields.batchId),
      fields,
    ),
  getSettledBatchListRequest(state, fields) {
    const { firstSettlementDate: first, lastSettlementDate: last } = Span.parse(fields)
    if (last.getTime() - first.getTime() > maxSpanMs) {
      return refuse('E00003', 'The date range must not exceed 31 days.')
    }
    const batches = state.batches.filter(({ at }) => at >= first.getTime() && at < last.getTime() + 1000)
    const batchList = batches.map(({ id, at }) => ({
      batchId: id,
      settlementTimeUTC: new Date(at).toISOString(),
      settlementState: 'settledSuccessfully',
      paymentMethod: 'creditCard',
    }))
    return batchList.length ? { batchList, ...ok() } : ok()
  },
  getTransactionDetailsRequest(state, fields) {
    const transaction = find(state, String(fields.transId))
    return transaction
      ? { transaction: detailItem(transaction), ...ok() }
      : refuse('E00040', 'The record cannot be found.')
  },
}
