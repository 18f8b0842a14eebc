import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { parseDay } from '#platform/grid/columns.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { flag, id, queryList, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { requireSettler } from './invoice.sql.ts'
import { invoiceLanguage } from './invoice-language.shared.ts'
import { invoiceTexts as words } from './invoices.texts.ts'
import type { Period } from './sold-lines.sql.ts'
import { createInvoice, type InvoicedPlace } from './write-invoice.ts'

export const generateInvoice = operation({
  call: 'POST /invoice/',
  summary: 'Invoices the sales and refunds of a course website in a period that are not on another invoice',
  may: staff('MANAGE_INVOICE_PAYMENTS:CREATE'),
  takes: z.object({
    /** Two bounds, `gte:` and `lte:`, each with a day; inclusive, at most a year. */
    created_at: queryList(z.string().max(40), 2),
    courseWebsiteId: id(),
    /** All courses on the course's website. */
    allCourses: flag().default(false),
    /** The language of the document: 1 English, 2 French. */
    lk_invoice_language_id: id().default(invoiceLanguage.English).pipe(z.int().max(2)),
  }),
  query: ['created_at', 'courseWebsiteId', 'allCourses', 'lk_invoice_language_id'],
  gives: z.object({ invoice_id: z.int(), invoice_number: z.string() }),
  fails: [
    errors.notFound,
    checkoutErrors.parentSettlesInvoices,
    checkoutErrors.nothingToInvoice,
    checkoutErrors.invoiceTooLong,
  ],
  async run(ctx, { created_at, courseWebsiteId, allCourses, lk_invoice_language_id }) {
    const period = parsePeriod(ctx, created_at)
    const place = await selectPlace(ctx, courseWebsiteId, allCourses)
    await requireSettler(ctx, place.organization_id)
    const invoice = await createInvoice(ctx, { place, period, lk_invoice_language_id, created_by: userOf(ctx).user_id })
    return { ...invoice, message: localText(ctx.locale, words, 'generated') }
  },
})

/** Parses the days of the bounds `gte:` and `lte:`, which are dates or instants. */
function parsePeriod({ locale }: Ctx, bounds: readonly string[]): Period {
  const dayOf = (operator: string) => {
    const text = bounds.find((bound) => bound.startsWith(operator))?.slice(operator.length) ?? ''
    return parseDay(text.replace(/T.*$/, ''))
  }
  const [start, end] = [dayOf('gte:'), dayOf('lte:')]
  const refusal = (text: Parameters<typeof localize>[1]) =>
    errors.invalid({}, {}, [{ path: 'created_at', message: localize(locale, text) }])
  if (!start || !end) throw refusal(words.periodMissing)
  if (start > end) throw refusal(words.periodBackwards)
  if (Date.parse(end) - Date.parse(start) > 365 * 86_400_000) throw refusal(words.periodTooLong)
  return { start, end }
}

async function selectPlace(
  { sql, organization }: Ctx,
  course_website_id: number,
  allCourses: boolean,
): Promise<InvoicedPlace> {
  const [place] = await sql<InvoicedPlace>`
    select p.organization_id, o.code, o.time_zone, p.website_id, ${allCourses ? null : course_website_id}::integer as course_website_id,
           array(select other.course_website_id from catalogue.v_place_of_sale other
                 where ${allCourses} and other.website_id = p.website_id
                   and other.organization_id = p.organization_id) || p.course_website_id as course_website_ids
    from catalogue.v_place_of_sale p
    join identity.v_organization o on o.organization_id = p.organization_id
    where p.course_website_id = ${course_website_id} and p.organization_id = any(${sql.array(organization.scope)})`
  if (!place) throw errors.notFound()
  return place
}
