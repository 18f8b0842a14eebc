import type {
  ListedTransaction,
  ListResult,
  Reason,
  TransactionState,
} from '#modules/checkout/payments/gateways/gateway.ts'
import { type Connection, type SendResult, send } from './send.ts'
import { type WireTransaction, WireTransactions } from './wire.ts'

/** A search covers at most 31 days. */
const maxRangeMs = 31 * 86_400_000
/** The wallet's largest page. */
const pageSize = 500
/** Ranges with more than 10,000 transactions are refused. */
const tooLargeCode = 'RESULTSET_TOO_LARGE'
/** Transactions may appear in searches up to three hours late. */
const reportDelayMs = 3 * 3_600_000

type TimeRange = { first: number; last: number }
/** The transactions of a range, and the time up to which the wallet's list is complete. */
type RangeResult = { rows: WireTransaction[]; complete_until: number } | { unknown: Reason }

/** Lists payments to the account, refunds and chargebacks since then (Transaction Search). */
export async function listSince(connection: Connection, since: Date): Promise<ListResult> {
  const now = connection.clock.now().getTime()
  let until = now - reportDelayMs
  const rows: WireTransaction[] = []
  // The wallet refuses a search that starts after the end of its list.
  for (let first = since.getTime(); first < until; first += maxRangeMs) {
    const result = await readRange(connection, { first, last: Math.min(first + maxRangeMs, now) })
    if ('unknown' in result) return { answer: 'unknown', reason: result.unknown }
    rows.push(...result.rows)
    until = Math.min(until, result.complete_until)
  }
  const transactions = [
    ...new Map(
      rows
        .flatMap(toListedTransactions)
        .map((listedTransaction) => [listedTransaction.transaction_id, listedTransaction]),
    ).values(),
  ]
  return { answer: 'listed', transactions, until: new Date(until) }
}

/** Reads a range, in halves if it has too many transactions. */
async function readRange(connection: Connection, { first, last }: TimeRange): Promise<RangeResult> {
  const pages = await readPages(connection, { first, last })
  if (!('unknown' in pages) || pages.unknown.code !== tooLargeCode || last - first < 2_000) return pages
  const middle = first + Math.floor((last - first) / 2_000) * 1_000
  const firstHalf = await readRange(connection, { first, last: middle })
  if ('unknown' in firstHalf) return firstHalf
  const secondHalf = await readRange(connection, { first: middle, last })
  if ('unknown' in secondHalf) return secondHalf
  return {
    rows: [...firstHalf.rows, ...secondHalf.rows],
    complete_until: Math.min(firstHalf.complete_until, secondHalf.complete_until),
  }
}

async function readPages(connection: Connection, span: TimeRange): Promise<RangeResult> {
  const rows: WireTransaction[] = []
  for (let page = 1; ; page++) {
    const response = await send(connection, { method: 'GET', path: searchPath(span, page) }, WireTransactions)
    if (response.kind !== 'answer') return { unknown: reasonOf(response) }
    const { transaction_details, total_pages, last_refreshed_datetime } = response.body
    rows.push(...transaction_details.map(({ transaction_info }) => transaction_info))
    if (page >= total_pages) return { rows, complete_until: Date.parse(last_refreshed_datetime) }
  }
}

const reasonOf = ({ reason }: Exclude<SendResult<unknown>, { kind: 'answer' }>): Reason => reason

/** Bounds are whole seconds and inclusive, so a transaction on a bound appears in both ranges. */
const formatInstant = (index: number) => new Date(index).toISOString().replace(/\.\d+Z/, 'Z')

function searchPath({ first, last }: TimeRange, page: number): string {
  const query = new URLSearchParams({
    start_date: formatInstant(first),
    end_date: formatInstant(last),
    fields: 'transaction_info',
    balance_affecting_records_only: 'Y',
    page_size: String(pageSize),
    page: String(page),
  })
  return `/v1/reporting/transactions?${query}`
}

/** S: completed; V: completed and refunded in full; P: pending; D: denied. */
const chargeStates: Record<string, TransactionState> = { S: 'settled', V: 'settled', P: 'held', D: 'declined' }
const refundStates: Record<string, TransactionState> = {
  S: 'refunded',
  P: 'refund_pending',
  D: 'failed',
  V: 'failed',
}
/** Reversals by the wallet, our refunds, and chargebacks through the buyer's bank. */
const refundCodes = new Set(['T1106', 'T1107', 'T1201'])

/** Converts a payment to us (group T00) or a refund; none for fees, bank transfers and other currencies. */
function toListedTransactions(row: WireTransaction): ListedTransaction[] {
  const { transaction_id, transaction_event_code: code, transaction_status, transaction_amount } = row
  const cents = transaction_amount ?? 0
  const withState = (states: Record<string, TransactionState>) => [
    { transaction_id, state: states[transaction_status ?? ''] ?? 'other', amount_cents: Math.abs(cents) },
  ]
  if (cents > 0 && code.startsWith('T00')) return withState(chargeStates)
  return cents < 0 && refundCodes.has(code) ? withState(refundStates) : []
}
