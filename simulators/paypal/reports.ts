import { z } from 'zod'
import { type Behavior, behaviors } from '#simulators/payments/behavior.ts'
import { type Call, type DecidedAnswer, sent } from './calls.ts'
import type { SimCapture, SimRefund, SimReturn, SimState } from './ledger.ts'
import { instant, refusal, usd } from './wire.ts'

/** The delay of reports (up to three hours at the real wallet), and the most transactions in a search. */
export type Reports = { delay_ms: number; most: number }

const Query = z.strictObject({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  fields: z.string().default('transaction_info'),
  balance_affecting_records_only: z.enum(['Y', 'N']).default('Y'),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).default(1),
})
const maxSpanMs = 31 * 86_400_000

const invalid = (message: string, name = 'INVALID_REQUEST', overrides: object = {}) =>
  sent(400, { name, message, debug_id: 'f9ba0b0b0b0b0', details: [], links: [], ...overrides })

/** The wallet's transaction search: balance changes, oldest first. */
export function searchTransactions(call: Call, reports: Reports, scripted: Behavior | undefined): DecidedAnswer {
  const conduct = behaviors[scripted ?? 'approve']
  if (!conduct.reached) return sent(0, null, conduct)
  if (conduct.verdict === 'error') {
    return sent(403, refusal('NOT_AUTHORIZED', 'PERMISSION_DENIED', 'Transaction Search is not enabled.'))
  }
  const query = Query.safeParse(call.query)
  if (!query.success) return invalid(`Invalid ${query.error.issues[0]?.path.join('.')}.`)
  const { start_date, end_date, page_size, page } = query.data
  const [first, last] = [Date.parse(start_date), Date.parse(end_date)]
  const refreshedAt = call.now - reports.delay_ms
  if (last - first > maxSpanMs) return invalid('Date range is greater than 31 days.')
  if (first > refreshedAt) return invalid('Data for the given start date is not available.')
  const all = rowsOf(call.state).filter(({ at }) => at >= first && at < last + 1_000 && at <= refreshedAt)
  if (all.length > reports.most) {
    const overrides = { total_items: all.length, maximum_items: reports.most }
    return invalid('Result set size is greater than the maximum limit.', 'RESULTSET_TOO_LARGE', overrides)
  }
  const rows = all.slice((page - 1) * page_size, page * page_size)
  return sent(200, {
    transaction_details: rows.map(({ at: _, ...transaction_info }) => ({ transaction_info })),
    account_number: 'SIMACCOUNT001',
    start_date,
    end_date,
    page,
    last_refreshed_datetime: instant(refreshedAt).replace('Z', '+0000'),
    total_items: all.length,
    total_pages: Math.ceil(all.length / page_size),
  })
}

function rowsOf({ orders, returns }: SimState) {
  const captures = orders.flatMap((order) => order.captures.filter(({ moved }) => moved))
  const refunds = orders.flatMap((order) => order.refunds)
  const rows = [...captures.map(captureRow), ...refunds.map(refundRow), ...returns.map(returnRow)]
  return rows.toSorted((a, b) => a.at - b.at)
}

const row = (id: string, code: string, cents: number, index: number) => ({
  transaction_id: id,
  transaction_event_code: code,
  transaction_initiation_date: instant(index).replace('Z', '+0000'),
  transaction_updated_date: instant(index).replace('Z', '+0000'),
  transaction_amount: usd(cents),
  transaction_status: 'S',
  protection_eligibility: '02',
  at: index,
})

const captureRow = ({ id, order_id, status, invoice_id, amount_cents, at }: SimCapture) => ({
  paypal_account_id: 'SIMPAYER00001',
  paypal_reference_id: order_id,
  paypal_reference_id_type: 'ODR',
  ...row(id, 'T0006', amount_cents, at),
  ...(status === 'REFUNDED' && { transaction_status: 'V' }),
  fee_amount: usd(-Math.round(amount_cents * 0.0349) - 49),
  invoice_id,
  custom_field: invoice_id,
})

const refundRow = ({ id, capture_id, invoice_id, amount_cents, at }: SimRefund) => ({
  paypal_reference_id: capture_id,
  paypal_reference_id_type: 'TXN',
  ...row(id, 'T1107', -amount_cents, at),
  invoice_id,
})

const returnRow = ({ id, capture_id, code, amount_cents, at }: SimReturn) => ({
  paypal_reference_id: capture_id,
  paypal_reference_id_type: 'TXN',
  ...row(id, code, -amount_cents, at),
})
