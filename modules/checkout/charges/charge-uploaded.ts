import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { clientIdOf, personIdOf } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { buildCourseLine, type Line } from './line.ts'
import { listSellersFor, selectPayer } from './payer.ts'
import { isInvoiced, requireInvoiced } from './staff-charges.ts'
import { type Draft, type WrittenOrder, writeOrder } from './write-order.ts'

/** The terms on which the students of an upload get their course; amounts in dollars. */
export type UploadTerms = {
  course_website_id: number
  lk_shipping_type_id: number | null
  /** Null for the website's price. */
  price: number | null
  shipping_price: number
  /** Whether the organization pays by invoice; otherwise each student pays. */
  paid: boolean
}
type CheckedTerms = UploadTerms & {
  /** Whether students may be billed although their organization is invoiced. */
  bill_students: boolean
}

/**
 * Validates the terms of an upload and returns its order line. Throws notFound, priceOutOfBounds, shippingInvalid or
 * notInvoiced, and organizationPaysByInvoice if students of an invoiced organization would be billed without
 * `bill_students`.
 */
export async function requireValidTerms(
  ctx: Ctx,
  organization_id: number,
  { bill_students, ...terms }: CheckedTerms,
): Promise<Line> {
  const { line, seller_id } = await buildUploadLine(ctx, organization_id, terms)
  if (terms.paid) await requireInvoiced(ctx, seller_id)
  else if (!bill_students) await requireStudentsBilled(ctx, [seller_id, organization_id])
  return line
}

async function requireStudentsBilled(ctx: Ctx, organization_ids: readonly number[]): Promise<void> {
  for (const id of organization_ids) {
    if (!(await isInvoiced(ctx, id))) continue
    const message = localize(ctx.locale, checkoutErrors.organizationPaysByInvoice.text)
    throw checkoutErrors.organizationPaysByInvoice({}, {}, [{ path: 'paid', message }])
  }
}

/**
 * Creates the order for a student of an upload, to be paid by the student or the organization. Idempotent by request.
 * The caller must check the permissions of the person in `ctx`. Throws the errors of the terms and of `writeOrder`.
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
  const { line, seller_id } = await buildUploadLine(ctx, person.organization_id, terms)
  if (terms.paid) await requireInvoiced(ctx, seller_id)
  const draft = { person, organization_id: seller_id, lines: [line], note: '', request_id, external_id }
  return writeOrder(ctx, { ...draft, quiet, created_by: personIdOf(ctx), created_by_client: clientIdOf(ctx) })
}

async function buildUploadLine(
  ctx: Ctx,
  organization_id: number,
  { price, shipping_price, paid, ...courseRequest }: UploadTerms,
) {
  const sellers = await listSellersFor(ctx, { organization_id })
  const { line, organization_id: seller_id } = await buildCourseLine(
    ctx,
    { ...courseRequest, price, invoice_ind: paid },
    sellers,
  )
  const shipping_cents = toCents(shipping_price)
  // Staff may charge less for delivery than the course does, but not more.
  if (shipping_cents > line.shipping_cents) {
    const range = `${formatMoney(0, ctx.locale)}–${formatMoney(line.shipping_cents, ctx.locale)}`
    throw checkoutErrors.priceOutOfBounds({ range })
  }
  return { line: { ...line, shipping_cents }, seller_id }
}
