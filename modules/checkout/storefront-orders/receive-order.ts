import { storefrontLineStatus } from '#modules/checkout/lookups.shared.ts'
import { findOffer, type Offer } from '#modules/checkout/orders/offer.sql.ts'
import { insertZeroTotalOrder } from '#modules/checkout/orders/zero-total-order.ts'
import { asTenant, selectPerson } from '#modules/identity/index.ts'
import { changeStatus, enroll, isComplete, selectStudentCourse, status } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import {
  findShopOrder,
  listReturns,
  listShopLines,
  type ShopLine,
  type StoredOrder,
  updateShopLine,
} from './shop-order.sql.ts'

/** The provider in 'Purchased via {provider}'. */
const providerNames: Readonly<Record<StoredOrder['provider'], string>> = { shopify: 'Shopify' }
const maxCopies = 100

/**
 * Updates the enrollments of a shop order: enrolls its student once per line, and ends the courses of returned lines.
 * Lines that can't be enrolled yet stay in the staff's list with the reason. Idempotent, and independent of the order
 * of the shop's messages.
 */
export async function receiveStorefrontOrder(ctx: Ctx, storefront_order_id: number): Promise<void> {
  const shopOrder = await findShopOrder(ctx, storefront_order_id)
  if (!shopOrder) return
  const tenant = await asTenant(ctx, shopOrder.organization_id)
  await tenant.tx(async (inner) => {
    // Serializes updates of the order.
    await inner.sql`select pg_advisory_xact_lock(hashtext('checkout.storefront_order'), ${storefront_order_id})`
    const order = (await findShopOrder(inner, storefront_order_id))!
    await insertLines(inner, order)
    const returnedLines = findReturnedLines(await listShopLines(inner, order), await listReturns(inner, order))
    for (const line of await listShopLines(inner, order)) {
      if (returnedLines.has(line.storefront_line_id)) await endLine(inner, line)
      else if (isPending(line)) await enrollLine(inner, order, line)
    }
  })
}

const pendingStatuses: readonly number[] = [
  storefrontLineStatus.Waiting,
  storefrontLineStatus.UnknownProduct,
  storefrontLineStatus.NotOnSale,
]
const isPending = ({ lk_storefront_line_status_id: statusId }: ShopLine) => pendingStatuses.includes(statusId)

/**
 * Inserts a row per copy. Only the first copy is enrolled, because a student takes a course once; staff decide about
 * the others.
 */
async function insertLines({ sql }: Ctx, { organization_id, storefront_order_id, lines }: StoredOrder): Promise<void> {
  const rows = lines.flatMap(({ id, title, sku, quantity }) =>
    Array.from({ length: Math.min(Math.max(quantity, 0), maxCopies) }, (_, index) => ({
      organization_id,
      storefront_order_id,
      external_id: id,
      copy: index + 1,
      title: title.slice(0, 300),
      // A product without an SKU is identified by its title.
      sku: (sku.trim() || title.trim() || '-').toLowerCase().slice(0, 100),
      lk_storefront_line_status_id: index === 0 ? storefrontLineStatus.Waiting : storefrontLineStatus.Surplus,
    })),
  )
  if (rows.length > 0) await sql`insert into checkout.storefront_line ${sql(rows)} on conflict do nothing`
}

/** The ids of the returned copies: the first copy, which may be in use, counts as returned last. */
function findReturnedLines(
  lines: readonly ShopLine[],
  returns: readonly { line_external_id: string | null; quantity: number }[],
): ReadonlySet<number> {
  const isWholeOrder = returns.some(({ line_external_id }) => line_external_id === null)
  const copiesOf = (id: string) =>
    lines.filter(({ external_id }) => external_id === id).toSorted((a, b) => b.copy - a.copy)
  const returnedLines = isWholeOrder
    ? lines
    : returns.flatMap(({ line_external_id, quantity }) => copiesOf(line_external_id!).slice(0, quantity))
  return new Set(returnedLines.map(({ storefront_line_id }) => storefront_line_id))
}

async function enrollLine(ctx: Ctx, order: StoredOrder, line: ShopLine): Promise<void> {
  const { course_website_id, storefront_line_id } = line
  const setStatus = (statusId: number) =>
    updateShopLine(ctx, storefront_line_id, { lk_storefront_line_status_id: statusId })
  if (course_website_id === null) return setStatus(storefrontLineStatus.UnknownProduct)
  const offer = await findOffer(ctx, course_website_id, [order.organization_id])
  if (!offer) return setStatus(storefrontLineStatus.NotOnSale)
  if (order.user_id === null) return setStatus(storefrontLineStatus.Waiting)
  const { order_item_id, student_course_id } = await enrollBuyer(ctx, order, order.user_id, offer)
  await updateShopLine(ctx, storefront_line_id, {
    lk_storefront_line_status_id: storefrontLineStatus.Enrolled,
    order_item_id,
  })
  await ctx.audit({
    action: 'storefront.enrol',
    subject: `storefront_line_id:${storefront_line_id}`,
    subject_user_id: order.user_id,
    after: { order_item_id, student_course_id },
  })
}

/**
 * Requires neither age nor agreement, because the shop has already been paid: the course requires them before it
 * starts. The organization owes the admin fee.
 */
async function enrollBuyer(ctx: Ctx, { provider }: StoredOrder, user_id: number, offer: Offer) {
  const person = await selectPerson(ctx, user_id)
  const { course_website_id, course_version_id, admin_fee_cents } = offer
  const { order_id: _, ...line } = await insertZeroTotalOrder(ctx, person, offer, { admin_fee_cents })
  const { student_course_id } = await enroll(ctx, {
    ...line,
    user_id,
    organization_id: person.organization_id,
    course_website_id,
    course_version_id,
    paid: true,
    purchased_via: providerNames[provider],
  })
  const { order_item_id } = line
  await ctx.sql`
    update checkout.order_item set student_course_id = ${student_course_id} where order_item_id = ${order_item_id}`
  return { order_item_id, student_course_id }
}

const endedStatuses: readonly number[] = [storefrontLineStatus.Ended, storefrontLineStatus.Kept]

/** Ends the course of a returned copy. A completed course stays, and staff see it in their list. */
async function endLine(ctx: Ctx, line: ShopLine): Promise<void> {
  if (endedStatuses.includes(line.lk_storefront_line_status_id)) return
  const isKept = line.order_item_id !== null && !(await endCourse(ctx, line.order_item_id))
  await updateShopLine(ctx, line.storefront_line_id, {
    lk_storefront_line_status_id: isKept ? storefrontLineStatus.Kept : storefrontLineStatus.Ended,
    ended_at: ctx.now,
  })
  await ctx.audit({
    action: 'storefront.return',
    subject: `storefront_line_id:${line.storefront_line_id}`,
    after: { kept: isKept },
  })
}

/** Whether the course of an order line was ended; false if it is complete. */
async function endCourse(ctx: Ctx, order_item_id: number): Promise<boolean> {
  const [item] = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from checkout.order_item where order_item_id = ${order_item_id}`
  const { student_course_id } = item!
  const course = await selectStudentCourse(ctx, student_course_id)
  if (isComplete(course.lk_student_course_status_id)) return false
  await changeStatus(ctx, student_course_id, status.refunded, 'payment', { note: 'returned by the shop' })
  return true
}
