import { findCart } from '#modules/checkout/cart/cart.sql.ts'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { customerOf } from '#modules/checkout/promo-codes/applicable-code.ts'
import { applyCode } from '#modules/checkout/promo-codes/apply-code.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { offerFor } from './offer-for.ts'

type Email = {
  organization_id: number
  user_id: number
  /** A student's cart: a visitor must sign in to see it. */
  owner_signs_in: boolean
}

/** An email of the visited site by the secret in its links; throws notFound. */
export async function selectEmail({ sql, organization }: Ctx, reference: string): Promise<Email> {
  const [email] = await sql<Email>`
    select l.organization_id, l.user_id, c.user_id is not null as owner_signs_in
    from checkout.leaver_letter l left join checkout.cart c on c.cart_id = l.cart_id
    where l.reference = ${reference} and l.organization_id = ${organization.organization_id}`
  if (!email) throw errors.notFound()
  return email
}

/** Unsubscribes a recipient from these emails. */
export async function refuseEmails(ctx: Ctx, reference: string): Promise<void> {
  await ctx.tx(async (inner) => {
    const { organization_id, user_id } = await selectEmail(inner, reference)
    const refused = await inner.sql`
      insert into checkout.leaver_refusal ${inner.sql({ organization_id, user_id })} on conflict do nothing`
    if (refused.count === 0) return
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
 * A visitor returns from the email: applies the offered code to their own cart if it still fits. Returns whether it
 * did. The email proves nothing about the cart's owner: only session and guest_id do.
 */
export async function returnToCart(ctx: Ctx, guest_id: string | null): Promise<boolean> {
  const { lines } = await priceCart(ctx, await findCart(ctx, shopperOf(ctx, guest_id)))
  const offer = await offerFor(ctx, lines, await customerOf(ctx))
  if (!offer) return false
  try {
    await applyCode.run(ctx, { code: offer.code, guest_id })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
