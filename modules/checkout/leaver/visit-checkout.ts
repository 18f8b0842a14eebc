import { type Cart, findCart } from '#modules/checkout/cart/cart.sql.ts'
import { readGuestCookie, shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { customerOf } from '#modules/checkout/promo-codes/applicable-code.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney } from '#platform/money.ts'
import { isViewing } from '#platform/viewing.ts'
import { wasOffered } from './exit-intent.shared.ts'
import { findLeaver, queueEmail } from './leaver-email.sql.ts'
import { type LeaverSettings, selectLeaverSettings } from './leaver-settings.sql.ts'
import { type Offer, offerFor } from './offer-for.ts'

/** The offer for a leaving visitor. */
type LeaverOffer = { code: string; saving: string; mobileSeconds: number; scrollup: boolean }
export type CheckoutVisit = {
  /** Null: there is no offer here, or it was made before. */
  offer: LeaverOffer | null
  /** Whether to tell a visitor who enters an email address about the reminder. */
  sends_reminder: boolean
}

/**
 * Called when a checkout page is shown: determines the offer for leaving visitors, and schedules the email for a known
 * address. `cookies` is the request's header.
 */
export async function visitCheckout(ctx: Ctx, cookies: string | null): Promise<CheckoutVisit> {
  const settings = await selectLeaverSettings(ctx, ctx.organization.organization_id)
  const { enabled_ind, email_enabled_ind: sends_reminder } = settings
  const nothing = { offer: null, sends_reminder }
  if ((!enabled_ind && !sends_reminder) || isViewing(ctx.actor)) return nothing
  const cart = await findCart(ctx, shopperOf(ctx, readGuestCookie(ctx.request.origin, cookies)))
  const { lines } = await priceCart(ctx, cart)
  if (!cart || lines.length === 0) return nothing
  if (sends_reminder) await remind(ctx, settings, cart)
  const offer = enabled_ind && !wasOffered(cookies ?? '') ? await offerFor(ctx, lines, await customerOf(ctx)) : null
  return { offer: offer && offerResponse(ctx, offer), sends_reminder }
}

/** Schedules the email of the caller's cart, if its address is known. */
export async function remind(ctx: Ctx, { email_minutes }: LeaverSettings, cart: Cart): Promise<void> {
  const user_id = await findLeaver(ctx, cart)
  if (user_id !== null) await ctx.tx((inner) => queueEmail(inner, cart, user_id, email_minutes))
}

const offerResponse = ({ locale }: Ctx, { code, saving_cents, mobile_seconds, scrollup_ind }: Offer): LeaverOffer => ({
  code,
  saving: formatMoney(saving_cents, locale),
  mobileSeconds: mobile_seconds,
  scrollup: scrollup_ind,
})
