import { invoiceStatus, orderStatus, paymentStatus, storefrontLineStatus } from '#modules/checkout/lookups.shared.ts'
import { lineWeight, splitByWeight } from '#modules/checkout/payments/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, startOfDay } from '#platform/zone.ts'
import { type InvoiceEntry, listDueEntries, type SoldLine } from './invoice-rule.shared.ts'

export type Period = {
  /** The organization's days as YYYY-MM-DD, inclusive. */
  start: string
  end: string
}

/** A line for a new invoice. */
export type DueLine = InvoiceEntry & {
  order_item_id: number
  course_website_id: number
  name: string
  billed_ind: boolean
}

type SalePlace = { organization_id: number; time_zone: string; course_website_ids: readonly number[] }

/** The entries of these course websites that are on no other invoice, oldest first. */
export async function listDueLines(ctx: Pick<Ctx, 'sql'>, place: SalePlace, period: Period): Promise<DueLine[]> {
  const [start, end] = [startOfDay(place.time_zone, period.start), startOfDay(place.time_zone, addDays(period.end, 1))]
  const soldLines = await listSoldLines(ctx, place, start, end)
  return soldLines
    .flatMap(({ settled, ...line }) => {
      const { order_item_id, course_website_id, name, billed_ind } = line
      const item = { order_item_id, course_website_id, name, billed_ind }
      return listDueEntries(line, new Map(Object.entries(settled)), start, end).map((entry) => ({ ...item, ...entry }))
    })
    .toSorted((a, b) => a.happened_at.getTime() - b.happened_at.getTime() || a.order_item_id - b.order_item_id)
}

type SoldRow = SoldLine & { course_website_id: number; name: string; settled: Record<string, number> }
type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T
type SoldLineRow = Omit<SoldRow, 'refunds' | 'returned' | 'paid_cents'> &
  Json<Pick<SoldRow, 'refunds' | 'returned'>> & { total_cents: number; lines: LineWeight[] }
type LineWeight = { order_item_id: number; weight_cents: number }

/**
 * Paid lines that were sold in these days or returned before their end. Lines with neither price nor fee are omitted.
 */
async function listSoldLines({ sql }: Pick<Ctx, 'sql'>, place: SalePlace, start: Date, end: Date): Promise<SoldRow[]> {
  const rows = await sql<SoldLineRow>`
    select i.order_item_id, i.course_website_id, i.name, i.invoice_ind as billed_ind, i.price_cents, i.discount_cents,
           i.admin_fee_cents, coalesce(taxed.tax_cents, 0) as tax_cents, o.paid_at, late.late_ind, o.total_cents, weights.lines, coalesce(refunded.refunds, '[]') as refunds, shop.returned,
           coalesce(invoiced.settled, '{}') as settled
    from checkout.order_item i
    join checkout.customer_order o using (order_id)
    cross join lateral (
      select jsonb_agg(jsonb_build_object('order_item_id', i.order_item_id, 'weight_cents', ${lineWeight(sql)})
                       order by i.order_item_id) as lines
      from checkout.order_item i where i.order_id = o.order_id
    ) weights
    cross join lateral (
      select jsonb_object_agg(l.entry, l.refund_cents) as settled from checkout.invoice_line l
      where l.order_item_id = i.order_item_id and not l.void_ind) invoiced
    left join lateral (
      select t.tax_cents from checkout.v_line_tax t
      where t.order_id = i.order_id and t.order_item_id = i.order_item_id
      offset 0) taxed on true
    cross join lateral (
      select exists (
        select from checkout.invoice v
        join catalogue.v_sold_course_website w on w.website_id = v.website_id and w.organization_id = v.organization_id
        where w.course_website_id = i.course_website_id and v.organization_id = i.organization_id
          and v.lk_invoice_status_id <> ${invoiceStatus.Void}
          and coalesce(v.course_website_id, i.course_website_id) = i.course_website_id
          and (o.paid_at at time zone ${place.time_zone})::date between v.period_start and v.period_end) as late_ind
    ) late
    left join lateral (
      select jsonb_agg(jsonb_build_object('refund_line_id', r.refund_line_id, 'amount_cents', r.amount_cents,
                                          'refunded_at', r.refunded_at) order by r.refunded_at, r.refund_line_id) as refunds,
             bool_or(r.refunded_at < ${end}) as in_time
      from checkout.v_returned_line r where r.order_item_id = i.order_item_id
    ) refunded on true
    left join lateral (
      select jsonb_build_object('storefront_line_id', s.storefront_line_id, 'returned_at', s.ended_at) as returned
      from checkout.storefront_line s
      where s.order_item_id = i.order_item_id and s.ended_at < ${end}
        and s.lk_storefront_line_status_id = ${storefrontLineStatus.Ended}
    ) shop on true
    where i.course_website_id = any(${sql.array(place.course_website_ids)})
      and i.organization_id = ${place.organization_id}
      and o.paid_at < ${end} and (o.paid_at >= ${start} or late.late_ind or refunded.in_time or shop.returned is not null)
      and (i.price_cents > 0 or i.admin_fee_cents > 0)
      -- Excludes enrollments on invoice that were undone before they were on any invoice.
      and not (i.invoice_ind and o.total_cents = 0 and o.lk_order_status_id = ${orderStatus.Refunded})
      -- Excludes voided payments, as in reports. If the sale is already on an invoice, the next one returns it.
      and not (invoiced.settled is null and exists (
        select from checkout.payment v
        where v.order_id = i.order_id and v.lk_payment_status_id = ${paymentStatus.Voided}))`
  return rows.map(({ refunds, returned, total_cents, lines, ...row }) => ({
    ...row,
    paid_cents: shareOf(row.order_item_id, total_cents, lines),
    refunds: refunds.map((refund) => ({ ...refund, refunded_at: new Date(refund.refunded_at) })),
    returned: returned && { ...returned, returned_at: new Date(returned.returned_at) },
  }))
}

/** The share of a line in the order's total. */
function shareOf(order_item_id: number, total_cents: number, lines: readonly LineWeight[]): number {
  const shares = splitByWeight(
    total_cents,
    lines.map(({ weight_cents }) => weight_cents),
  )
  return shares[lines.findIndex((line) => line.order_item_id === order_item_id)]!
}
