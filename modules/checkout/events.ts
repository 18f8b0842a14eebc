import { defineEvent } from '#platform/events/define-event.ts'
import type { EventType } from '#platform/events/event-types.ts'
import type { FactEvents } from '#platform/facts.ts'
import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'

/** `external_id`: the partner's own id of the order. */
const order = { order_id: z.int(), external_id: z.string().nullable(), user_id: z.int() }

const ofOrder = <T extends z.ZodRawShape>(type: EventType, summary: string, fields: T) =>
  defineEvent({ type, version: 1, summary, needs: 'MANAGE_PAYMENTS:READ', data: z.object({ ...order, ...fields }) })

const paid = ofOrder('order.paid', 'An order was paid and its courses are open.', { total: z.number() })
const refunded = ofOrder('order.refunded', 'Money of an order was returned, in whole or in part.', {
  amount: z.number(),
  void: z.boolean(),
})
const chargedBack = ofOrder('order.charged_back', 'A chargeback was opened or decided.', {
  payment_id: z.int(),
  amount: z.number(),
  state: z.enum(['open', 'won', 'lost']),
})

const subjectOf = (order_id: number) => `order:${order_id}`

type About = { organization_id: number; order_id: number; external_id: string | null; user_id: number }
type Paid = About & { total_cents: number }

export const orderPaidEvents: FactEvents<{ order_id: number }> = {
  becomes: [paid],
  async find(sql, { order_id }) {
    const [row] = await sql<Paid>`
      select o.organization_id, o.order_id, e.external_id, o.user_id, o.total_cents
      from checkout.customer_order o left join checkout.external_order e using (order_id)
      where o.order_id = ${order_id}`
    const { organization_id, total_cents, ...about } = row!
    return [paid.draft(organization_id, subjectOf(order_id), { ...about, total: toDollars(total_cents) })]
  },
}

type Returned = About & { amount_cents: number; void: boolean }

export const refundEvents: FactEvents<{ refund_attempt_id: number }> = {
  becomes: [refunded],
  async find(sql, { refund_attempt_id }) {
    const [row] = await sql<Returned>`
      select o.organization_id, o.order_id, e.external_id, o.user_id, r.amount_cents, r.way = 'void' as void
      from checkout.refund_attempt r
      join checkout.payment_attempt a using (payment_attempt_id)
      join checkout.customer_order o on o.order_id = a.order_id
      left join checkout.external_order e on e.order_id = o.order_id
      where r.refund_attempt_id = ${refund_attempt_id}`
    const { organization_id, amount_cents, ...about } = row!
    return [refunded.draft(organization_id, subjectOf(about.order_id), { ...about, amount: toDollars(amount_cents) })]
  },
}

type Case = About & { payment_id: number; amount_cents: number; state: 'open' | 'won' | 'lost' }

export const chargebackEvents: FactEvents<{ chargeback_id: number }> = {
  becomes: [chargedBack],
  async find(sql, { chargeback_id }) {
    const [row] = await sql<Case>`
      select c.organization_id, p.order_id, e.external_id, p.user_id, c.payment_id, c.amount_cents, c.state
      from checkout.chargeback c join checkout.payment p using (payment_id)
      left join checkout.external_order e on e.order_id = p.order_id
      where c.chargeback_id = ${chargeback_id}`
    const { organization_id, amount_cents, ...about } = row!
    return [
      chargedBack.draft(organization_id, subjectOf(about.order_id), { ...about, amount: toDollars(amount_cents) }),
    ]
  },
}

const invoice = z.object({
  invoice_id: z.int(),
  lk_invoice_status_id: z.int(),
  total: z.number(),
  paid: z.number(),
})

const ofInvoice = (type: EventType, summary: string) =>
  defineEvent({ type, version: 1, summary, needs: 'MANAGE_INVOICE_PAYMENTS:READ', data: invoice })

const invoiceKinds = {
  created: ofInvoice('invoice.created', 'An invoice was created.'),
  paid: ofInvoice('invoice.payment_recorded', 'A payment on an invoice was recorded, in whole or in part.'),
  overdue: ofInvoice('invoice.overdue', 'An invoice was not paid by its due date.'),
  voided: ofInvoice('invoice.voided', 'An invoice was voided.'),
}
export type InvoiceChange = keyof typeof invoiceKinds

type Invoice = { organization_id: number; lk_invoice_status_id: number; total_cents: number; paid_cents: number }

export const invoiceEvents: FactEvents<{ invoice_id: number; change: InvoiceChange }> = {
  becomes: Object.values(invoiceKinds),
  async find(sql, { invoice_id, change }) {
    const [row] = await sql<Invoice>`
      select organization_id, lk_invoice_status_id, total_cents, paid_cents
      from checkout.invoice where invoice_id = ${invoice_id}`
    const { organization_id, lk_invoice_status_id, total_cents, paid_cents } = row!
    const money = { total: toDollars(total_cents), paid: toDollars(paid_cents) }
    const about = { invoice_id, lk_invoice_status_id, ...money }
    return [invoiceKinds[change].draft(organization_id, `invoice:${invoice_id}`, about)]
  },
}
