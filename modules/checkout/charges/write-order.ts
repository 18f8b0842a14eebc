import { isMailed } from '#modules/checkout/cart/ship-certificate.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { orderCharged } from '#modules/checkout/facts.ts'
import { insertExternalOrder } from '#modules/checkout/orders/external-order.sql.ts'
import { selectOrder } from '#modules/checkout/orders/order.sql.ts'
import { requireEligibleBuyer } from '#modules/checkout/orders/requirements.ts'
import { bookFree } from '#modules/checkout/payments/index.ts'
import { settingsOf } from '#modules/checkout/settings/settings.sql.ts'
import { isSamePerson, type Person } from '#modules/identity/index.ts'
import { enroll, isTakingCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { findDuplicateOrder } from './duplicate-order.sql.ts'
import { type Line, totalOf } from './line.ts'

export type Draft = {
  person: Person
  /** The selling organization. */
  organization_id: number
  lines: readonly Line[]
  note: string
  /** The staff member who charges; null: requested by the student. */
  created_by: number | null
  /** The client that enrolls by invoice. */
  created_by_client?: number | null
  /** Makes the request idempotent. */
  request_id: string
  /** The partner's own id of the order, unique in the selling organization. */
  external_id?: string | null | undefined
  /** An order that is paid immediately sends no receipt. */
  quiet?: boolean | undefined
}

export type WrittenOrder = { order_id: number; intent_id: string; total: number }

/**
 * Writes an order that awaits payment, and the enrollments of its courses in 'Not Paid'; a student charged by staff
 * gets an email. An order of only invoiced lines is paid immediately. Items already in an open order are not ordered
 * again: staff get alreadyCharged, a student gets the existing order. Staff can't order a course that the student is
 * taking (takesAlready), nor anything for their own account (ownOrder). Throws addressMissing, conflict for an
 * `external_id` that another order has, and notEligible for a course whose program excludes the student.
 */
export async function writeOrder(ctx: Ctx, draft: Draft): Promise<WrittenOrder> {
  const { person, lines, created_by, request_id } = draft
  const isByStaff = created_by !== null || draft.created_by_client != null
  const { user_id } = person
  // Locked before any check, so that concurrent equal orders are serialized.
  await ctx.sql`select pg_advisory_xact_lock(hashtext('checkout.written_order'), ${user_id})`
  const existing = await findEqualRequest(ctx, draft)
  if (existing) {
    await linkOrder(ctx, existing.order_id, draft)
    return existing
  }
  const duplicate = await findDuplicateOrder(ctx, user_id, lines)
  if (duplicate && isByStaff) throw checkoutErrors.alreadyCharged({}, { order_id: duplicate })
  if (duplicate) return writtenOrder(await selectOrder(ctx, duplicate))
  if (isByStaff) await requireMayWrite(ctx, created_by, draft)
  await requireEligibleBuyer(ctx, lines.flatMap(coursesOf), person)
  requireAddressOf(draft)
  const order_id = await insertOrder(ctx, draft)
  await linkOrder(ctx, order_id, draft)
  await insertLines(ctx, order_id, draft)
  const order = await selectOrder(ctx, order_id)
  await ctx.audit({
    action: 'order.create',
    subject: `order_id:${order_id}`,
    subject_user_id: user_id,
    after: { total: toDollars(order.total_cents), kinds: lines.map(({ kind }) => kind), request_id },
  })
  if (lines.every(({ invoice_ind }) => invoice_ind)) await bookFree(ctx, order, draft.quiet)
  else if (created_by !== null) await ctx.emit(orderCharged, { order_id })
  return writtenOrder(order)
}

async function linkOrder(ctx: Ctx, order_id: number, { organization_id, external_id }: Draft): Promise<void> {
  if (external_id) await insertExternalOrder(ctx, { organization_id, external_id, order_id })
}

const coursesOf = ({ kind, course_version_id }: Line) =>
  kind === 'course' && course_version_id !== null ? [{ course_version_id }] : []

const writtenOrder = (order: { order_id: number; intent_id: string; total_cents: number }): WrittenOrder => ({
  order_id: order.order_id,
  intent_id: order.intent_id,
  total: toDollars(order.total_cents),
})

/** The order of an equal request; someone else's is ignored. */
async function findEqualRequest(
  { sql }: Ctx,
  { request_id, person, created_by, created_by_client = null }: Draft,
): Promise<WrittenOrder | null> {
  const [existing] = await sql<Parameters<typeof writtenOrder>[0] & { is_same_request: boolean }>`
    select order_id, intent_id, total_cents,
           written_ind and user_id = ${person.user_id} and created_by is not distinct from ${created_by}::integer
             and created_by_client is not distinct from ${created_by_client}::integer as is_same_request
    from checkout.customer_order where intent_id = ${request_id}`
  if (existing && !existing.is_same_request) throw errors.conflict()
  return existing ? writtenOrder(existing) : null
}

/**
 * Staff set prices and enroll by invoice, so not for their own accounts. A student may buy a course twice; staff who
 * order it again made a mistake.
 */
async function requireMayWrite(
  ctx: Ctx,
  created_by: number | null,
  { person: { user_id }, lines }: Draft,
): Promise<void> {
  if (created_by !== null && (await isSamePerson(ctx, created_by, user_id))) throw checkoutErrors.ownOrder()
  const websites = lines.flatMap(({ course_website_id }) => course_website_id ?? [])
  if (websites.length > 0 && (await isTakingCourse(ctx, user_id, websites))) throw checkoutErrors.alreadyEnrolled()
}

/** A certificate by mail goes to the account's address. */
function requireAddressOf({ person, lines }: Draft): void {
  const isAnyMailed = lines.some(({ lk_shipping_type_id }) => isMailed(lk_shipping_type_id))
  if (isAnyMailed && !(person.address1 && person.city && person.lk_state_id && person.zip)) {
    throw checkoutErrors.addressMissing()
  }
}

async function insertOrder(ctx: Ctx, { person, organization_id, lines, ...draft }: Draft): Promise<number> {
  const { user_id, first_name, last_name, email, dob, address1, address2, city, lk_state_id, zip } = person
  const { tax_hundredths } = await settingsOf(ctx, organization_id)
  const row = {
    organization_id,
    user_id,
    first_name,
    last_name,
    email,
    dob,
    address1,
    address2,
    city,
    lk_state_id,
    zip,
    ...totalOf(lines, tax_hundredths),
    intent_id: draft.request_id,
    note: draft.note,
    created_by: draft.created_by,
    created_by_client: draft.created_by_client ?? null,
    written_ind: true,
  }
  const [order] = await ctx.sql<{ order_id: number }>`
    insert into checkout.customer_order ${ctx.sql(row)}
    on conflict (intent_id) do nothing
    returning order_id`
  // Someone else used the same request id first.
  if (!order) throw errors.conflict()
  return order.order_id
}

async function insertLines(ctx: Ctx, order_id: number, { organization_id, person, lines }: Draft): Promise<void> {
  for (const line of lines) {
    const [item] = await ctx.sql<{ order_item_id: number }>`
      insert into checkout.order_item ${ctx.sql({ order_id, organization_id, ...line })} returning order_item_id`
    const { course_website_id, course_version_id, lk_shipping_type_id, audio_ind, invoice_ind } = line
    if (course_website_id === null || course_version_id === null || invoice_ind) continue
    // The enrollment shows the debt, and opens with the payment of its line.
    await enroll(ctx, {
      user_id: person.user_id,
      organization_id: person.organization_id,
      ...item!,
      paid: false,
      course_website_id,
      course_version_id,
      lk_shipping_type_id,
      audio_ind,
    })
  }
}
