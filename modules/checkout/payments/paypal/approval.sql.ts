import type { PricedCart } from '#modules/checkout/cart/priced-cart.ts'
import type { Order } from '#modules/checkout/orders/order.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type Approval = { attempt: string; wallet_order_id: string; amount_cents: number; cart_print: string | null }

type Line = {
  course_website_id: number | null
  price_cents: number
  add_on_cents: number
  lk_shipping_type_id: number | null
  shipping_cents: number
  promo_code_id: number | null
}

/** A fingerprint of the lines, by everything that determines their content and price. */
const fingerprint = (lines: readonly Line[]): string =>
  JSON.stringify(
    lines
      .map((line) => [
        line.course_website_id,
        line.price_cents,
        line.add_on_cents,
        line.lk_shipping_type_id,
        line.shipping_cents,
        line.promo_code_id,
      ])
      .toSorted(([a], [b]) => Number(a) - Number(b)),
  )

export const cartFingerprint = ({ lines }: PricedCart): string =>
  fingerprint(lines.map(({ item, ...line }) => ({ ...line, ...item, lk_shipping_type_id: line.lk_shipping_type_id })))

/** The fingerprint of an order as stored. */
export async function orderFingerprint({ sql }: Pick<Ctx, 'sql'>, order_id: number): Promise<string> {
  const lines = await sql<Line>`
    select course_website_id, price_cents, add_on_cents, lk_shipping_type_id, shipping_cents, promo_code_id
    from checkout.order_item where order_id = ${order_id}`
  return fingerprint(lines)
}

/** Stores an approval that the buyer is about to give at the wallet. */
export async function insertApproval(
  { sql }: Ctx,
  { order_id, organization_id }: Order,
  approval: Approval,
): Promise<void> {
  await sql`insert into checkout.wallet_approval ${sql({ order_id, organization_id, ...approval })}`
}

/** The newest unused approval of an order, or the one of a wallet order. */
export async function findApproval(
  { sql }: Ctx,
  order_id: number,
  wallet_order_id: string | null,
): Promise<Approval | null> {
  const walletOrderSql = wallet_order_id === null ? sql`` : sql`and w.wallet_order_id = ${wallet_order_id}`
  const [approval] = await sql<Approval>`
    select w.attempt, w.wallet_order_id, w.amount_cents, w.cart_print
    from checkout.wallet_approval w
    where w.order_id = ${order_id} ${walletOrderSql}
      and not exists (select from checkout.payment_attempt a where a.attempt = w.attempt)
    order by w.wallet_approval_id desc limit 1`
  return approval ?? null
}
