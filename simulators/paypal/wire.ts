import { z } from 'zod'
import { toCents } from '#platform/money.ts'
import type { SimCapture, SimOrder, SimRefund } from './ledger.ts'

const Money = z.object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d{1,10}\.\d{2}$/) })
const short = (length: number) => z.string().max(length)

export const OrderRequest = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.object({
        invoice_id: short(127).optional(),
        custom_id: short(127).optional(),
        description: short(127).optional(),
        amount: Money.extend({ breakdown: z.record(z.string(), Money).optional() }),
        items: z
          .array(z.object({ name: short(127), quantity: z.string().regex(/^[1-9]\d{0,9}$/), unit_amount: Money }))
          .default([]),
      }),
    )
    .length(1),
  payment_source: z.object({
    paypal: z.object({ experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }) }),
  }),
})
export type OrderRequest = z.infer<typeof OrderRequest>

export const RefundRequest = z.object({ amount: Money.optional(), invoice_id: short(127).optional() })

const cents = ({ value }: { value: string }) => toCents(value)

/** The problem with an order's sums, or null; parts that reduce the sum are subtracted. */
export function problemOfSums({ purchase_units: [unit] }: OrderRequest): string | null {
  const { amount, items } = unit!
  if (!amount.breakdown) return items.length > 0 ? 'ITEM_TOTAL_REQUIRED' : null
  const part = (name: string) => (amount.breakdown![name] ? cents(amount.breakdown![name]) : 0)
  const bought = items.reduce((sum, { quantity, unit_amount }) => sum + Number(quantity) * cents(unit_amount), 0)
  if (bought !== part('item_total')) return 'ITEM_TOTAL_MISMATCH'
  const total = part('item_total') + part('shipping') + part('tax_total') - part('discount')
  return total === cents(amount) ? null : 'AMOUNT_MISMATCH'
}

export const refusal = (name: string, issue: string, description: string) => ({
  name,
  message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
  debug_id: 'f9ba0b0b0b0b0',
  details: [{ issue, description }],
})

export const usd = (amount_cents: number) => ({ currency_code: 'USD', value: (amount_cents / 100).toFixed(2) })
export const instant = (index: number) => new Date(index).toISOString().replace(/\.\d+Z/, 'Z')

export const captureItem = (url: string, capture: SimCapture) => ({
  id: capture.id,
  status: capture.status,
  ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
  amount: usd(capture.amount_cents),
  final_capture: true,
  invoice_id: capture.invoice_id,
  custom_id: capture.invoice_id,
  supplementary_data: { related_ids: { order_id: capture.order_id } },
  links: [{ href: `${url}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' }],
  create_time: instant(capture.at),
  update_time: instant(capture.at),
})

export const refundItem = (url: string, refund: SimRefund) => ({
  id: refund.id,
  status: 'COMPLETED',
  amount: usd(refund.amount_cents),
  invoice_id: refund.invoice_id,
  links: [
    { href: `${url}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    { href: `${url}/v2/payments/captures/${refund.capture_id}`, rel: 'up', method: 'GET' },
  ],
  create_time: instant(refund.at),
})

export const orderItem = (url: string, order: SimOrder) => ({
  id: order.id,
  intent: 'CAPTURE',
  status: order.status,
  purchase_units: [
    {
      reference_id: 'default',
      invoice_id: order.invoice_id,
      amount: usd(order.amount_cents),
      ...(order.captures.length > 0 && {
        payments: {
          captures: order.captures.map((capture) => captureItem(url, capture)),
          ...(order.refunds.length > 0 && { refunds: order.refunds.map((refund) => refundItem(url, refund)) }),
        },
      }),
    },
  ],
  ...(order.status !== 'PAYER_ACTION_REQUIRED' && {
    payer: { payer_id: 'SIMPAYER00001', email_address: 'b@example.com' },
  }),
  links: [
    { href: `${url}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
    { href: `${url}/checkoutnow?token=${order.id}`, rel: 'payer-action', method: 'GET' },
  ],
})
