import { createHash } from 'node:crypto'
import type { Cart } from '#modules/checkout/cart/cart.sql.ts'
import { allocateDiscount } from '#modules/checkout/cart/cart-total.shared.ts'
import type { Shopper } from '#modules/checkout/cart/guest.ts'
import type { PricedCart } from '#modules/checkout/cart/priced-cart.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { isValidOn, lockPromoCode, requireUsable } from '#modules/checkout/promo-codes/promo.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type Order = {
  order_id: number
  organization_id: number
  user_id: number
  cart_id: number | null
  intent_id: string
  lk_order_status_id: number
  total_cents: number
  /** From the first payment attempt, which created a guest's account. */
  created_at: Date
  paid_at: Date | null
  first_name: string
  last_name: string
  email: string
  /** The state of the open or successful attempt; null without one. */
  state: 'calling' | 'unknown' | 'held' | 'approved' | null
  transaction_id: string | null
}

const ownColumns = (sql: Ctx['sql']) => sql`
  o.order_id, o.organization_id, o.user_id, o.cart_id, o.intent_id, o.lk_order_status_id, o.total_cents, o.created_at, o.paid_at,
  o.first_name, o.last_name, o.email`

const orderColumns = (sql: Ctx['sql']) => sql`${ownColumns(sql)}, a.state, p.transaction_id`

const orderTables = (sql: Ctx['sql']) => sql`
  checkout.customer_order o
  left join checkout.payment_attempt a
    on a.order_id = o.order_id and a.state in ('calling', 'unknown', 'held', 'approved')
  left join checkout.payment p on p.order_id = o.order_id`

/** The shopper's own order of an intent, with its payment state; null for another person's. */
export async function findOrderOfIntent(ctx: Ctx, intent_id: string, shopper: Shopper | null): Promise<Order | null> {
  if (!shopper) return null
  const { sql } = ctx
  const ofShopper =
    'user_id' in shopper ? sql`o.user_id = ${shopper.user_id}` : sql`o.guest_hash = ${shopper.guest_hash}`
  const [order] = await sql<Order>`
    select ${orderColumns(sql)} from ${orderTables(sql)}
    where o.intent_id = ${intent_id} and ${ofShopper} and o.organization_id = ${ctx.organization.organization_id}`
  return order ?? null
}

/** An order by id, of any owner: for jobs and operations that have checked it. */
export async function selectOrder({ sql }: Pick<Ctx, 'sql'>, order_id: number): Promise<Order> {
  const [order] = await sql<Order>`
    select ${orderColumns(sql)} from ${orderTables(sql)} where o.order_id = ${order_id}`
  return order!
}

export type Buyer = { user_id: number; first_name: string; last_name: string; email: string }
type OrderDraft = {
  cart: Cart
  priced: PricedCart
  buyer: Buyer
  guest_hash: Buffer | null
  dob: string | null
  address: OrderAddress
  /** Empty if the card is billed to `address`. */
  billing: OrderAddress
}
type OrderAddress = { address1: string; address2: string; city: string; lk_state_id: number | null; zip: string }

/** Writes the order of the cart's intent; an unpaid one of the same intent is replaced, with its items. */
export async function saveOrder(ctx: Ctx, draft: OrderDraft): Promise<Order> {
  const { cart, priced, buyer, guest_hash, dob, address, billing } = draft
  const row = {
    organization_id: cart.organization_id,
    cart_id: cart.cart_id,
    intent_id: cart.intent_id,
    referred_by_user_id: cart.referred_by_user_id,
    guest_hash,
    dob,
    ...buyer,
    ...address,
    billing_address1: billing.address1,
    billing_address2: billing.address2,
    billing_city: billing.city,
    billing_lk_state_id: billing.lk_state_id,
    billing_zip: billing.zip,
    ...priced.total,
  }
  const { intent_id: _, organization_id: __, ...updatedColumns } = row
  const [savedRow] = await ctx.sql<Order & { rewritten_at: Date | null }>`
    insert into checkout.customer_order as o ${ctx.sql(row)}
    on conflict (intent_id) do update set ${ctx.sql(updatedColumns)}, rewritten_at = platform.now()
    returning ${ownColumns(ctx.sql)}, null as state, null as transaction_id, o.rewritten_at`
  const { rewritten_at, ...order } = savedRow!
  if (rewritten_at) await emptyOrder(ctx, order.order_id)
  await insertItems(ctx, order.order_id, cart, priced)
  return order
}

async function emptyOrder({ sql }: Ctx, order_id: number): Promise<void> {
  await sql`delete from checkout.order_item where order_id = ${order_id}`
  await sql`delete from checkout.promo_use where order_id = ${order_id}`
}

async function insertItems({ sql }: Ctx, order_id: number, { organization_id }: Cart, { lines }: PricedCart) {
  const discounts = allocateDiscount(lines.map(({ item }) => item))
  const rows = lines.map((line, index) => ({
    order_id,
    organization_id,
    course_website_id: line.course_website_id,
    course_version_id: line.course_version_id,
    name: line.course_name,
    price_cents: line.item.price_cents,
    admin_fee_cents: line.admin_fee_cents,
    audio_ind: line.audio_ind,
    add_on_cents: line.item.add_on_cents,
    lk_shipping_type_id: line.lk_shipping_type_id,
    shipping_cents: line.item.shipping_cents,
    send_email_ind: line.send_email_ind,
    discount_cents: discounts[index]!,
    invoice_ind: line.invoice_ind,
    promo_code_id: line.promo_code_id,
  }))
  await sql`insert into checkout.order_item ${sql(rows)}`
  for (const { bundled_cart_item_id, course_website_id } of lines) {
    const bundle = lines.find(({ cart_item_id }) => cart_item_id === bundled_cart_item_id)
    if (!bundle) continue
    await sql`
      update checkout.order_item part set bundled_order_item_id = bundle.order_item_id
      from checkout.order_item bundle
      where part.order_id = ${order_id} and part.course_website_id = ${course_website_id}
        and bundle.order_id = ${order_id} and bundle.course_website_id = ${bundle.course_website_id}`
  }
}

/** Counts the order's codes as used, under their locks. Throws promoInvalid or promoUsed. */
export async function reservePromoCodes(
  ctx: Ctx,
  order_id: number,
  { lines }: PricedCart,
  buyer: Buyer,
): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ promo_code_id }) => promo_code_id ?? []))].toSorted((a, b) => a - b)
  for (const promo_code_id of ids) {
    const promo = await lockPromoCode(ctx, promo_code_id)
    // Staff may have moved it to another website since it was applied.
    const isValid = lines.every((line) => line.promo_code_id !== promo_code_id || isValidOn(promo, line))
    if (!isValid) throw checkoutErrors.promoInvalid()
    await requireUsable(ctx, promo, buyer)
    const { organization_id } = promo
    const row = { promo_code_id, organization_id, order_id, user_id: buyer.user_id, email: buyer.email.toLowerCase() }
    await ctx.sql`insert into checkout.promo_use ${ctx.sql(row)}`
  }
}

/** Records the buyer's agreements. */
export async function insertEvidence(
  ctx: Ctx,
  order: { order_id: number; user_id: number; organization_id: number },
  agreement: { disclaimers: readonly string[]; typed: string; opened: boolean },
): Promise<void> {
  await ctx.sql`
    insert into checkout.agreement_evidence ${ctx.sql({
      order_id: order.order_id,
      organization_id: order.organization_id,
      user_id: order.user_id,
      text_hash: createHash('sha256').update(agreement.disclaimers.join('\n\f\n')).digest(),
      typed: agreement.typed,
      opened_ind: agreement.opened,
      address: ctx.request.address,
      user_agent: ctx.request.agent.slice(0, 300),
    })}`
}
