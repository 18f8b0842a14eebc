import type {
  Listed,
  ListedTransaction,
  Reason,
  TransactionState,
} from '#modules/checkout/payments/gateways/gateway.ts'
import { type Connection, type Sent, send } from './send.ts'
import { type WireTransaction, WireTransactions } from './wire.ts'

/** A search takes 31 days at most. */
const maxSpanMs = 31 * 86_400_000
/** The wallet's largest page. */
const pageSize = 500
/** A range with more than 10,000 is not listed at all. */
const tooLargeCode = 'RESULTSET_TOO_LARGE'
/** Executed transactions appear in searches up to three hours late. */
const reportDelayMs = 3 * 3_600_000

type Span = { first: number; last: number }
/** The transactions of a range, and the time up to which the wallet's lists were complete. */
type Read = { rows: WireTransaction[]; refreshed: number } | { unknown: Reason }

/** Everything paid to the account, refunded or taken back since (Transaction Search). */
export async function listSince(connection: Connection, since: Date): Promise<Listed> {
  const now = connection.clock.now().getTime()
  let until = now - reportDelayMs
  const rows: WireTransaction[] = []
  // The wallet refuses a search that starts after its lists end.
  for (let first = since.getTime(); first < until; first += maxSpanMs) {
    const span = await readSpan(connection, { first, last: Math.min(first + maxSpanMs, now) })
    if ('unknown' in span) return { answer: 'unknown', reason: span.unknown }
    rows.push(...span.rows)
    until = Math.min(until, span.refreshed)
  }
  const transactions = [
    ...new Map(
      rows.flatMap(listed).map((listedTransaction) => [listedTransaction.transaction_id, listedTransaction]),
    ).values(),
  ]
  return { answer: 'listed', transactions, until: new Date(until) }
}

/** A range with too many transactions is split in half. */
async function readSpan(connection: Connection, { first, last }: Span): Promise<Read> {
  const pages = await readPages(connection, { first, last })
  if (!('unknown' in pages) || pages.unknown.code !== tooLargeCode || last - first < 2_000) return pages
  const middle = first + Math.floor((last - first) / 2_000) * 1_000
  const firstHalf = await readSpan(connection, { first, last: middle })
  if ('unknown' in firstHalf) return firstHalf
  const secondHalf = await readSpan(connection, { first: middle, last })
  if ('unknown' in secondHalf) return secondHalf
  return {
    rows: [...firstHalf.rows, ...secondHalf.rows],
    refreshed: Math.min(firstHalf.refreshed, secondHalf.refreshed),
  }
}

async function readPages(connection: Connection, span: Span): Promise<Read> {
  const rows: WireTransaction[] = []
  for (let page = 1; ; page++) {
    const response = await send(connection, { method: 'GET', path: searchPath(span, page) }, WireTransactions)
    if (response.kind !== 'answer') return { unknown: reasonOf(response) }
    const { transaction_details, total_pages, last_refreshed_datetime } = response.body
    rows.push(...transaction_details.map(({ transaction_info }) => transaction_info))
    if (page >= total_pages) return { rows, refreshed: Date.parse(last_refreshed_datetime) }
  }
}

const reasonOf = ({ reason }: Exclude<Sent<unknown>, { kind: 'answer' }>): Reason => reason

/** Bounds are inclusive seconds: a transaction on one appears in both ranges, not in none. */
const instant = (at: number) => new Date(at).toISOString().replace(/\.\d+Z/, 'Z')

function searchPath({ first, last }: Span, page: number): string {
  const query = new URLSearchParams({
    start_date: instant(first),
    end_date: instant(last),
    fields: 'transaction_info',
    balance_affecting_records_only: 'Y',
    page_size: String(pageSize),
    page: String(page),
  })
  return `/v1/reporting/transactions?${query}`
}

/** S: completed; V: completed and refunded in full; P: pending; D: denied. */
const chargeStates: Record<string, TransactionState> = { S: 'settled', V: 'settled', P: 'held', D: 'declined' }
const returnStates: Record<string, TransactionState> = {
  S: 'refunded',
  P: 'refund_pending',
  D: 'failed',
  V: 'failed',
}
/** Reversed by the wallet, refunded by us, charged back through the buyer's bank. */
const returnCodes = new Set(['T1106', 'T1107', 'T1201'])

/** A payment to us (group T00) or a return; fees, bank transfers and other currencies are ignored. */
function listed(row: WireTransaction): ListedTransaction[] {
  const { transaction_id, transaction_event_code: code, transaction_status, transaction_amount } = row
  const cents = transaction_amount ?? 0
  const transactionsIn = (states: Record<string, TransactionState>) => [
    { transaction_id, state: states[transaction_status ?? ''] ?? 'other', amount_cents: Math.abs(cents) },
  ]
  if (cents > 0 && code.startsWith('T00')) return transactionsIn(chargeStates)
  return cents < 0 && returnCodes.has(code) ? transactionsIn(returnStates) : []
}
