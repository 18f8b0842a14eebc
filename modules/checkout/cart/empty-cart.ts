import type { Ctx } from '#platform/ctx.ts'

type PaidOrder = { order_id: number; cart_id: number | null; user_id: number }

/** Removes bought items from the cart and renews its intent. An order created by staff has no cart. */
export async function emptyCart({ sql }: Ctx, { order_id, cart_id, user_id }: PaidOrder): Promise<void> {
  if (cart_id === null) return
  await Promise.all([
    sql`
    delete from checkout.cart_item where cart_id = ${cart_id} and course_website_id in (
      select course_website_id from checkout.order_item where order_id = ${order_id})`,
    sql`
    update checkout.cart set intent_id = gen_random_uuid(), referred_by_user_id = null, updated_at = platform.now()
    where cart_id = ${cart_id}`,
    moveSavedItems({ sql }, { cart_id, user_id }),
  ])
}

/**
 * Moves a guest's saved items to the cart of the student account that the payment created, because the guest's cart is
 * never opened again. Does nothing for a student's own cart.
 */
async function moveSavedItems(
  { sql }: Pick<Ctx, 'sql'>,
  { cart_id, user_id }: { cart_id: number; user_id: number },
): Promise<void> {
  const [cart] = await sql<{ cart_id: number }>`
    insert into checkout.cart (organization_id, user_id)
    select c.organization_id, ${user_id} from checkout.cart c
    where c.cart_id = ${cart_id} and c.guest_hash is not null
      and exists (select from checkout.cart_item i where i.cart_id = c.cart_id and i.saved_at is not null)
    on conflict (user_id, organization_id) do update set updated_at = platform.now()
    returning cart_id`
  if (!cart) return
  await sql`
    update checkout.cart_item i set cart_id = ${cart.cart_id}
    where i.cart_id = ${cart_id} and i.saved_at is not null and not exists (
      select from checkout.cart_item k where k.cart_id = ${cart.cart_id} and k.course_id = i.course_id)`
}
