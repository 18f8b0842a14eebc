import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceChanged } from '#modules/checkout/facts.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { parseDay } from '#platform/grid/columns.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { flag, id, queryList, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { invoiceName, requireSettler } from './invoice.sql.ts'
import { invoiceLanguage } from './invoice-language.shared.ts'
import { sumInvoice } from './invoice-rule.shared.ts'
import { invoiceTexts as words } from './invoices.texts.ts'
import { type DueLine, listDueLines, type Period } from './sold-lines.sql.ts'

/** How many days after its creation an invoice is due. */
const daysToPay = 30
/** The limit of one invoice. */
const maxLines = 5_000

export const generateInvoice = operation({
  call: 'POST /invoice/',
  summary: 'Invoices the sales and refunds of a course website in a period that are not on another invoice',
  may: staff('MANAGE_INVOICE_PAYMENTS:CREATE'),
  takes: z.object({
    /** `gte:` and `lte:` with a day each, inclusive; at most a year. */
    created_at: queryList(z.string().max(40), 2),
    courseWebsiteId: id(),
    /** All courses on the course's website. */
    allCourses: flag().default(false),
    /** For the document: 1 English, 2 French. */
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
    const period = readPeriod(ctx, created_at)
    const place = await selectPlace(ctx, courseWebsiteId, allCourses)
    await requireSettler(ctx, place.organization_id)
    // Serializes invoices of the organization from here on, so that none includes another one's lines.
    const number = await takeNumber(ctx, place.organization_id)
    const lines = await listDueLines(ctx, place, period)
    if (lines.length === 0) throw checkoutErrors.nothingToInvoice()
    if (lines.length > maxLines) throw checkoutErrors.invoiceTooLong({ most: maxLines })
    const invoice_id = await insertInvoice(ctx, { place, period, number, lines, lk_invoice_language_id })
    const invoice_number = invoiceName({ code: place.code, number })
    const { organization_id } = place
    await ctx.audit({
      action: 'invoice.generate',
      subject: `invoice_id:${invoice_id}`,
      after: { invoice_number, organization_id, ...period, lines: lines.length, ...sumInvoice(lines) },
    })
    await ctx.emit(invoiceChanged, { invoice_id, change: 'created' })
    return { invoice_id, invoice_number, message: localText(ctx.locale, words, 'generated') }
  },
})

/** The days in `gte:` and `lte:`, as dates or instants. */
function readPeriod({ locale }: Ctx, bounds: readonly string[]): Period {
  const dayOf = (operator: string) => {
    const text = bounds.find((bound) => bound.startsWith(operator))?.slice(operator.length) ?? ''
    return parseDay(text.replace(/T.*$/, ''))
  }
  const [start, end] = [dayOf('gte:'), dayOf('lte:')]
  const refuse = (text: Parameters<typeof localize>[1]) =>
    errors.invalid({}, {}, [{ path: 'created_at', message: localize(locale, text) }])
  if (!start || !end) throw refuse(words.periodMissing)
  if (start > end) throw refuse(words.periodBackwards)
  if (Date.parse(end) - Date.parse(start) > 365 * 86_400_000) throw refuse(words.periodTooLong)
  return { start, end }
}

type Place = {
  organization_id: number
  code: string
  time_zone: string
  website_id: number
  course_website_id: number | null
  course_website_ids: number[]
}

async function selectPlace({ sql, organization }: Ctx, course_website_id: number, all: boolean): Promise<Place> {
  const [place] = await sql<Place>`
    select p.organization_id, o.code, o.time_zone, p.website_id, ${all ? null : course_website_id}::integer as course_website_id,
           array(select other.course_website_id from catalogue.v_place_of_sale other
                 where ${all} and other.website_id = p.website_id
                   and other.organization_id = p.organization_id) || p.course_website_id as course_website_ids
    from catalogue.v_place_of_sale p
    join identity.v_organization o on o.organization_id = p.organization_id
    where p.course_website_id = ${course_website_id} and p.organization_id = any(${sql.array(organization.scope)})`
  if (!place) throw errors.notFound()
  return place
}

/** The organization's next number; rolled back if no invoice is created. */
async function takeNumber({ sql }: Ctx, organization_id: number): Promise<number> {
  const [counter] = await sql<{ last_number: number }>`
    insert into checkout.invoice_counter as c (organization_id, last_number) values (${organization_id}, 1)
    on conflict (organization_id) do update set last_number = c.last_number + 1
    returning last_number`
  return counter!.last_number
}

type Draft = { place: Place; period: Period; number: number; lines: readonly DueLine[]; lk_invoice_language_id: number }

async function insertInvoice(ctx: Ctx, { place, period, number, lines, lk_invoice_language_id }: Draft) {
  const { organization_id, website_id, course_website_id } = place
  const { total_cents } = sumInvoice(lines)
  const [invoice] = await ctx.sql<{ invoice_id: number }>`
    insert into checkout.invoice ${ctx.sql({
      organization_id,
      number,
      website_id,
      course_website_id,
      lk_invoice_language_id,
      total_cents,
      period_start: period.start,
      period_end: period.end,
      created_by: userOf(ctx).user_id,
      due_at: new Date(ctx.now.getTime() + daysToPay * 86_400_000),
      // Nothing is owed, so there is nothing to wait for.
      lk_invoice_status_id: total_cents === 0 ? invoiceStatus.Paid : invoiceStatus.Open,
    })} returning invoice_id`
  const { invoice_id } = invoice!
  const rows = lines.map((line) => ({ ...line, invoice_id, organization_id }))
  // A statement takes about 65,000 values.
  for (let at = 0; at < rows.length; at += 1_000)
    await ctx.sql`insert into checkout.invoice_line ${ctx.sql(rows.slice(at, at + 1_000))}`
  return invoice_id
}
