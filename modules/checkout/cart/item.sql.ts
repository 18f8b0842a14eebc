import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { checkoutErrors } from '../errors.ts'
import { type Cart, lockCart, requireQuiet } from './cart.sql.ts'
import { shopperOf } from './guest.ts'

type OwnItem = { cart: Cart; saved_ind: boolean }

/**
 * An item of the shopper's cart, which is locked until the transaction ends. Throws notFound for another's, inBundle for
 * what came along with another item, and paymentRunning.
 */
export async function lockItem(
  ctx: Ctx,
  { cart_item_id, guest_id }: { cart_item_id: number; guest_id?: string | null | undefined },
): Promise<OwnItem> {
  const cart = await lockCart(ctx, shopperOf(ctx, guest_id))
  const [item] = await ctx.sql<{ saved_ind: boolean; bundled_ind: boolean }>`
    select saved_at is not null as saved_ind, bundled_cart_item_id is not null as bundled_ind
    from checkout.cart_item where cart_item_id = ${cart_item_id} and cart_id = ${cart?.cart_id ?? null}`
  if (!cart || !item) throw errors.notFound()
  if (item.bundled_ind) throw checkoutErrors.inBundle()
  await requireQuiet(ctx, cart)
  return { cart, saved_ind: item.saved_ind }
}

/**
 * Puts the courses that come along with an item beside it, each delivered in the cheapest way. One that lies in the cart
 * by itself becomes part of the bundle, unless others came along with it or it came along with another item.
 */
export async function bringBundle({ sql }: Pick<Ctx, 'sql'>, cart_item_id: number): Promise<void> {
  await sql`
    insert into checkout.cart_item as k (cart_id, organization_id, course_website_id, course_id, bundled_cart_item_id,
                                         invoice_ind, lk_shipping_type_id)
    select i.cart_id, i.organization_id, b.course_website_id, b.course_id, i.cart_item_id, i.invoice_ind, (
             select s.lk_shipping_type_id from catalogue.v_course_shipping_method s
             where s.course_version_id = b.course_version_id and s.enabled
             order by s.price_cents, s.lk_shipping_type_id limit 1)
    from checkout.cart_item i
    join catalogue.v_course_bundle b
      on b.bundle_course_website_id = i.course_website_id and b.organization_id = i.organization_id
    where i.cart_item_id = ${cart_item_id} and b.course_id <> i.course_id and b.price_in_bounds_ind
    on conflict (cart_id, course_id) do update
    set bundled_cart_item_id = excluded.bundled_cart_item_id, course_website_id = excluded.course_website_id,
        lk_shipping_type_id = excluded.lk_shipping_type_id, invoice_ind = excluded.invoice_ind, audio_ind = false,
        promo_code_id = null, saved_at = null
    where k.bundled_cart_item_id is null
      and not exists (select from checkout.cart_item c where c.bundled_cart_item_id = k.cart_item_id)`
}
