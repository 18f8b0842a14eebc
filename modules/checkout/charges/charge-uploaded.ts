import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { clientIdOf, personIdOf } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { buildCourseLine, type Line } from './line.ts'
import { listSellersFor, selectPayer } from './payer.ts'
import { isInvoiced, requireInvoiced } from './staff-charges.ts'
import { type Draft, type WrittenOrder, writeOrder } from './write-order.ts'

/** The terms on which an upload's students get their course; sums in dollars. */
export type UploadTerms = {
  course_website_id: number
  lk_shipping_type_id: number | null
  /** null: the website's price. */
  price: number | null
  shipping_price: number
  /** The organization pays by invoice; otherwise each student pays. */
  paid: boolean
}
type CheckedTerms = UploadTerms & {
  /** Each student of an invoiced organization gets a bill. */
  bill_students: boolean
}

/**
 * Throws notFound, priceOutOfBounds, shippingInvalid or notInvoiced for terms that can't apply to any student of an
 * organization, and studentsBilled if students of an invoiced organization would get bills unasked; returns the offer.
 */
export async function checkUploadTerms(
  ctx: Ctx,
  organization_id: number,
  { bill_students, ...terms }: CheckedTerms,
): Promise<Line> {
  const { line, seller_id } = await lineOf(ctx, organization_id, terms)
  if (terms.paid) await requireInvoiced(ctx, seller_id)
  else if (!bill_students) await requireNotInvoiced(ctx, [seller_id, organization_id])
  return line
}

async function requireNotInvoiced(ctx: Ctx, organization_ids: readonly number[]): Promise<void> {
  for (const id of organization_ids) {
    if (!(await isInvoiced(ctx, id))) continue
    const message = localize(ctx.locale, checkoutErrors.organizationPaysByInvoice.text)
    throw checkoutErrors.organizationPaysByInvoice({}, {}, [{ path: 'paid', message }])
  }
}

/**
 * The course of one student of an upload, in the caller's transaction: an order to be paid by the student or by the
 * organization. The same request writes one order. Callers must check the permissions of the person in `ctx`. Throws
 * what `checkUploadTerms` and `writeOrder` throw.
 */
export async function chargeUploaded(
  ctx: Ctx,
  {
    user_id,
    request_id,
    external_id,
    quiet,
    ...terms
  }: UploadTerms & Pick<Draft, 'quiet' | 'external_id' | 'request_id'> & { user_id: number },
): Promise<WrittenOrder> {
  const person = await selectPayer(ctx, user_id)
  const { line, seller_id } = await lineOf(ctx, person.organization_id, terms)
  if (terms.paid) await requireInvoiced(ctx, seller_id)
  const draft = { person, organization_id: seller_id, lines: [line], note: '', request_id, external_id }
  return writeOrder(ctx, { ...draft, quiet, created_by: personIdOf(ctx), created_by_client: clientIdOf(ctx) })
}

async function lineOf(ctx: Ctx, organization_id: number, { price, shipping_price, paid, ...chosen }: UploadTerms) {
  const sellers = await listSellersFor(ctx, { organization_id })
  const { line, organization_id: seller_id } = await buildCourseLine(
    ctx,
    { ...chosen, price, invoice_ind: paid },
    sellers,
  )
  const shipping_cents = toCents(shipping_price)
  // Staff may charge less for delivery than the course does, never more.
  if (shipping_cents > line.shipping_cents) {
    const range = `${formatMoney(0, ctx.locale)}–${formatMoney(line.shipping_cents, ctx.locale)}`
    throw checkoutErrors.priceOutOfBounds({ range })
  }
  return { line: { ...line, shipping_cents }, seller_id }
}
