import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type Cart, lockCart, requireNoRunningPayment } from './cart.sql.ts'
import { shopperOf } from './guest.ts'

type LockedItem = { cart: Cart; course_id: number; saved_ind: boolean; part_ind: boolean }

/**
 * Locks an item of the shopper's cart until the transaction ends. Throws notFound for another shopper's item,
 * paymentRunning, and inBundle for a bundled item unless it is optional and the caller allows that.
 */
export async function lockItem(
  ctx: Ctx,
  { cart_item_id, guest_id }: { cart_item_id: number; guest_id?: string | null | undefined },
  { optional = false } = {},
): Promise<LockedItem> {
  const cart = await lockCart(ctx, shopperOf(ctx, guest_id))
  const [item] = await ctx.sql<Omit<LockedItem, 'cart'> & { optional_ind: boolean }>`
    select i.course_id, i.saved_at is not null as saved_ind, bundle.cart_item_id is not null as part_ind,
           bundle.cart_item_id is not null and exists (
             select from catalogue.v_course_bundle b
             where b.bundle_course_website_id = bundle.course_website_id and b.organization_id = i.organization_id
               and b.course_id = i.course_id and not b.required_ind) as optional_ind
    from checkout.cart_item i
    left join checkout.cart_item bundle on bundle.cart_item_id = i.bundled_cart_item_id
    where i.cart_item_id = ${cart_item_id} and i.cart_id = ${cart?.cart_id ?? null}`
  if (!cart || !item) throw errors.notFound()
  const { optional_ind, ...lockedItem } = item
  if (lockedItem.part_ind && !(optional && optional_ind)) throw checkoutErrors.inBundle()
  await requireNoRunningPayment(ctx, cart)
  return { cart, ...lockedItem }
}

/** Saves an item for later, dropping its promo code, or moves it back to the cart. */
export async function setSaved({ sql, now }: Pick<Ctx, 'sql' | 'now'>, cart_item_id: number, saved: boolean) {
  await sql`
    update checkout.cart_item
    set saved_at = ${saved ? now : null}, promo_code_id = case when ${saved} then null else promo_code_id end
    where cart_item_id = ${cart_item_id}`
}

/**
 * Adds the courses bundled with an item to the cart, each with the cheapest delivery. A course already in the cart
 * becomes part of the bundle, unless it is a bundle itself or part of another one.
 */
export async function addBundledItems(
  { sql }: Pick<Ctx, 'sql'>,
  { cart_id, course_id }: { cart_id: number; course_id: number },
): Promise<void> {
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
    where i.cart_id = ${cart_id} and i.course_id = ${course_id} and i.bundled_cart_item_id is null
      and b.course_id <> i.course_id and b.price_in_bounds_ind
    on conflict (cart_id, course_id) do update
    set bundled_cart_item_id = excluded.bundled_cart_item_id, course_website_id = excluded.course_website_id,
        lk_shipping_type_id = excluded.lk_shipping_type_id, invoice_ind = excluded.invoice_ind, audio_ind = false,
        promo_code_id = null, saved_at = null
    where k.bundled_cart_item_id is null
      and not exists (select from checkout.cart_item c where c.bundled_cart_item_id = k.cart_item_id)`
}
