import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import { identityErrors, inSandbox } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { addDays, dayIn, todayOf } from '#platform/zone.ts'
import { invoiceLanguage } from './invoice-language.shared.ts'
import { createInvoice, type InvoicedPlace } from './write-invoice.ts'

export const createTestInvoice = operation({
  call: 'POST /test/invoice',
  added: true,
  summary:
    'Invoices the enrollments of the last year in the sandbox that are on no other invoice, as the school does at the end of a month',
  may: inSandbox('MANAGE_INVOICE_PAYMENTS:READ'),
  takes: z.object({}),
  gives: z.object({ invoice_id: z.int(), invoice_number: z.string() }),
  fails: [identityErrors.sandboxOnly, checkoutErrors.nothingToInvoice, checkoutErrors.invoiceTooLong],
  clients: 'createTestInvoice',
  rate: { name: 'create-test-invoice', perMinute: 60, burst: 20 },
  async run(ctx) {
    const personlessCtx = ctx as Ctx
    const place = await selectWebsite(personlessCtx)
    if (!place) throw checkoutErrors.nothingToInvoice()
    const { first_at, invoiced_until, ...invoicedPlace } = place
    const today = todayOf(personlessCtx)
    const nextDay = invoiced_until ? addDays(invoiced_until, 1) : dayIn(place.time_zone, first_at)
    // Later sales of an invoiced day are on the next invoice, whose period may be today alone.
    const openSince = nextDay < today ? nextDay : today
    const yearAgo = addDays(today, -365)
    return createInvoice(personlessCtx, {
      place: invoicedPlace,
      period: { start: openSince < yearAgo ? yearAgo : openSince, end: today },
      lk_invoice_language_id: invoiceLanguage.English,
      created_by: null,
    })
  },
})

type TestWebsite = InvoicedPlace & { first_at: Date; invoiced_until: string | null }

/** The website of the sandbox, which has one; null before its first sale. */
async function selectWebsite({ sql, organization }: Ctx): Promise<TestWebsite | null> {
  const { organization_id } = organization
  const [website] = await sql<TestWebsite>`
    select p.organization_id, o.code, o.time_zone, p.website_id, null::integer as course_website_id,
           array_agg(p.course_website_id) as course_website_ids,
           (select min(c.paid_at) from checkout.customer_order c
            where c.organization_id = ${organization_id} and c.paid_at is not null) as first_at,
           (select max(i.period_end)::text from checkout.invoice i
            where i.organization_id = ${organization_id} and i.lk_invoice_status_id <> ${invoiceStatus.Void}) as invoiced_until
    from catalogue.v_place_of_sale p
    join identity.v_organization o on o.organization_id = p.organization_id
    where p.organization_id = ${organization_id}
    group by p.organization_id, o.code, o.time_zone, p.website_id
    order by p.website_id limit 1`
  return website?.first_at ? website : null
}
