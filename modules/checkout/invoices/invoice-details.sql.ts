import type { Ctx } from '#platform/ctx.ts'
import type { Invoice } from './invoice.sql.ts'

type SqlContext = Pick<Ctx, 'sql'>
type Amounts = {
  price_cents: number
  discount_cents: number
  refund_cents: number
  admin_fee_cents: number
  part_cents: number
}

/** The data of an invoice that comes from other tables. */
export type InvoiceSummary = {
  check_payable_to: string
  tax_id: string
  website_name: string
  /** Null: all courses on the website. */
  course_name: string | null
  created_by: string | null
}

export async function selectInvoiceSummary({ sql }: SqlContext, { invoice_id }: Invoice): Promise<InvoiceSummary> {
  const [summary] = await sql<InvoiceSummary>`
    select b.check_payable_to, b.tax_id, p.website_name, case when i.course_website_id is not null then p.course_name end as course_name,
           nullif(trim(creator.first_name || ' ' || creator.last_name), '') as created_by
    from checkout.invoice i
    join identity.v_organization_billing b on b.organization_id = i.organization_id
    join lateral (
      select website_name, course_name from catalogue.v_place_of_sale p
      where p.website_id = i.website_id and p.course_website_id = coalesce(i.course_website_id, p.course_website_id)
      limit 1
    ) p on true
    -- Scoped, so null for staff of an organization above that the caller can't see.
    left join identity.v_person creator on creator.user_id = i.created_by
    where i.invoice_id = ${invoice_id}`
  return summary!
}

export type CourseTotals = Amounts & { course_website_id: number; name: string; billed_ind: boolean; sales: number }

/** The totals per course; billed lines of a course are totaled separately. */
export const listCourseTotals = ({ sql }: SqlContext, invoice_id: number): Promise<CourseTotals[]> => sql<CourseTotals>`
  select course_website_id, max(name) as name, billed_ind, count(*) filter (where entry like 'sale:%')::int as sales,
         sum(price_cents)::int as price_cents, sum(discount_cents)::int as discount_cents,
         sum(refund_cents)::int as refund_cents, sum(admin_fee_cents)::int as admin_fee_cents,
         sum(part_cents)::int as part_cents
  from checkout.invoice_line where invoice_id = ${invoice_id}
  group by course_website_id, billed_ind
  order by name, course_website_id, billed_ind`

export type InvoiceLine = Amounts & {
  invoice_line_id: number
  order_id: number
  /** The partner's own ids of the order, of its student and of the enrollment. */
  external_id: string | null
  external_person_id: string | null
  external_enrollment_id: string | null
  student_course_id: number | null
  name: string
  happened_at: Date
  kind: 'sale' | 'refund'
  billed_ind: boolean
}

/** The first lines in chronological order; all of them by default. */
export const listInvoiceLines = ({ sql }: SqlContext, invoice_id: number, max = 5_000): Promise<InvoiceLine[]> =>
  sql<InvoiceLine>`
    select l.invoice_line_id, i.order_id, e.external_id, p.external_id as external_person_id, c.external_id as external_enrollment_id, i.student_course_id,
           l.name, l.happened_at, l.billed_ind, l.price_cents, l.discount_cents, l.refund_cents, l.admin_fee_cents, l.part_cents,
           case when l.entry like 'sale:%' then 'sale' else 'refund' end as kind
    from checkout.invoice_line l join checkout.order_item i using (order_item_id)
    join checkout.customer_order o using (order_id)
    left join checkout.external_order e on e.order_id = o.order_id
    left join identity.v_external_person p on p.user_id = o.user_id
    left join learning.v_external_enrollment c on c.student_course_id = i.student_course_id
    where l.invoice_id = ${invoice_id}
    order by l.happened_at, l.invoice_line_id
    limit ${max}`

export type InvoicePayment = { invoice_payment_id: number; amount_cents: number; paid_on: string; reference: string }

export const listInvoicePayments = ({ sql }: SqlContext, invoice_id: number): Promise<InvoicePayment[]> =>
  sql<InvoicePayment>`
    select invoice_payment_id, amount_cents, paid_on::text, reference from checkout.invoice_payment
    where invoice_id = ${invoice_id} order by paid_on, invoice_payment_id`
