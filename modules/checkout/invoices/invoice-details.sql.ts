import type { Ctx } from '#platform/ctx.ts'
import type { Invoice } from './invoice.sql.ts'

type Visit = Pick<Ctx, 'sql'>
type Sums = {
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  part_cents: number
}

/** The head of an invoice, without its own row. */
export type InvoiceHead = {
  check_payable_to: string
  tax_id: string
  website_name: string
  /** Null: all courses on the website. */
  course_name: string | null
  created_by: string | null
}

export async function selectInvoiceHead({ sql }: Visit, { invoice_id }: Invoice): Promise<InvoiceHead> {
  const [head] = await sql<InvoiceHead>`
    select b.check_payable_to, b.tax_id, p.website_name, case when i.course_website_id is not null then p.course_name end as course_name,
           nullif(trim(maker.first_name || ' ' || maker.last_name), '') as created_by
    from checkout.invoice i
    join identity.v_organization_billing b on b.organization_id = i.organization_id
    join lateral (
      select website_name, course_name from catalogue.v_place_of_sale p
      where p.website_id = i.website_id and p.course_website_id = coalesce(i.course_website_id, p.course_website_id)
      limit 1
    ) p on true
    -- Staff of an organization above stay unnamed to those who do not see them.
    left join identity.v_person maker on maker.user_id = i.created_by
    where i.invoice_id = ${invoice_id}`
  return head!
}

export type CourseSums = Sums & { course_website_id: number; name: string; billed_ind: boolean; sales: number }

/** The sums per course, with billed amounts separate. */
export const listCourseSums = ({ sql }: Visit, invoice_id: number): Promise<CourseSums[]> => sql<CourseSums>`
  select course_website_id, max(name) as name, billed_ind, count(*) filter (where entry like 'sale:%')::int as sales,
         sum(price_cents)::int as price_cents, sum(discount_cents)::int as discount_cents,
         sum(refund_cents)::int as refund_cents, sum(admin_fee_cents)::int as admin_fee_cents,
         sum(part_cents)::int as part_cents
  from checkout.invoice_line where invoice_id = ${invoice_id}
  group by course_website_id, billed_ind
  order by name, course_website_id, billed_ind`

export type InvoiceLine = Sums & {
  invoice_line_id: number
  order_id: number
  name: string
  happened_at: Date
  kind: 'sale' | 'refund'
  billed_ind: boolean
}

/** Lines in chronological order; all, or the first few. */
export const listInvoiceLines = ({ sql }: Visit, invoice_id: number, max = 5_000): Promise<InvoiceLine[]> =>
  sql<InvoiceLine>`
    select l.invoice_line_id, i.order_id, l.name, l.happened_at, l.billed_ind, l.price_cents, l.discount_cents,
           l.refund_cents, l.admin_fee_cents, l.part_cents,
           case when l.entry like 'sale:%' then 'sale' else 'refund' end as kind
    from checkout.invoice_line l join checkout.order_item i using (order_item_id)
    where l.invoice_id = ${invoice_id}
    order by l.happened_at, l.invoice_line_id
    limit ${max}`

export type InvoicePayment = { invoice_payment_id: number; amount_cents: number; paid_on: string; reference: string }

export const listInvoicePayments = ({ sql }: Visit, invoice_id: number): Promise<InvoicePayment[]> =>
  sql<InvoicePayment>`
    select invoice_payment_id, amount_cents, paid_on::text, reference from checkout.invoice_payment
    where invoice_id = ${invoice_id} order by paid_on, invoice_payment_id`
