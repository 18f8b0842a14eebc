import { findCart } from '#modules/checkout/cart/cart.sql.ts'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { customerOf } from '#modules/checkout/promo-codes/applicable-code.ts'
import { applyCode } from '#modules/checkout/promo-codes/apply-code.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { findOffer } from './find-offer.ts'

type LeaverEmailLink = {
  organization_id: number
  user_id: number
  /** Whether the cart belongs to a student, who must sign in to see it. */
  owner_has_account: boolean
}

/** Selects an email of the visited site by the secret in its links. Throws notFound. */
export async function selectEmail({ sql, organization }: Ctx, reference: string): Promise<LeaverEmailLink> {
  const [email] = await sql<LeaverEmailLink>`
    select l.organization_id, l.user_id, c.user_id is not null as owner_has_account
    from checkout.leaver_letter l left join checkout.cart c on c.cart_id = l.cart_id
    where l.reference = ${reference} and l.organization_id = ${organization.organization_id}`
  if (!email) throw errors.notFound()
  return email
}

/** Unsubscribes a recipient from these emails. */
export async function unsubscribe(ctx: Ctx, reference: string): Promise<void> {
  await ctx.tx(async (inner) => {
    const { organization_id, user_id } = await selectEmail(inner, reference)
    const insertion = await inner.sql`
      insert into checkout.leaver_refusal ${inner.sql({ organization_id, user_id })} on conflict do nothing`
    if (insertion.count === 0) return
    await inner.sql`
      update checkout.leaver_letter set state = 'dropped', settled_at = platform.now()
      where organization_id = ${organization_id} and user_id = ${user_id} and state = 'owed'`
    await inner.audit({
      action: 'checkout.leaver_refused',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
    })
  })
}

/**
 * Applies the offered code to the visitor's own cart, if it is still valid; called when they follow the email's link.
 * Returns whether it was applied. The link does not give access to the cart: that takes the session or the guest_id.
 */
export async function returnToCart(ctx: Ctx, guest_id: string | null): Promise<boolean> {
  const { lines } = await priceCart(ctx, await findCart(ctx, shopperOf(ctx, guest_id)))
  const offer = await findOffer(ctx, lines, await customerOf(ctx))
  if (!offer) return false
  try {
    await applyCode.run(ctx, { code: offer.code, guest_id })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
