import { type Cart, findCart } from '#modules/checkout/cart/cart.sql.ts'
import { readGuestCookie, shopperOf } from '#modules/checkout/cart/guest.ts'
import { priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { customerOf } from '#modules/checkout/promo-codes/applicable-code.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney } from '#platform/money.ts'
import { isViewing } from '#platform/viewing.ts'
import { wasOffered } from './exit-intent.shared.ts'
import { findOffer, type Offer } from './find-offer.ts'
import { findRecipient, queueEmail } from './leaver-email.sql.ts'
import { type LeaverSettings, selectLeaverSettings } from './leaver-settings.sql.ts'

/** The offer for a visitor who is about to leave. */
type LeaverOffer = { code: string; saving: string; mobileSeconds: number; scrollup: boolean }
export type CheckoutVisit = {
  /** Null if there is no offer, or it was already shown. */
  offer: LeaverOffer | null
  /** Whether to inform visitors that entering an email address may lead to a reminder. */
  sends_reminder: boolean
}

/**
 * Called when a checkout page is shown. Determines the offer for leaving visitors, and schedules the reminder if the
 * address is known. `cookies` is the request's Cookie header.
 */
export async function visitCheckout(ctx: Ctx, cookies: string | null): Promise<CheckoutVisit> {
  const settings = await selectLeaverSettings(ctx, ctx.organization.organization_id)
  const { enabled_ind, email_enabled_ind: sends_reminder } = settings
  const noOffer = { offer: null, sends_reminder }
  if ((!enabled_ind && !sends_reminder) || isViewing(ctx.actor)) return noOffer
  const cart = await findCart(ctx, shopperOf(ctx, readGuestCookie(ctx.request.origin, cookies)))
  const { lines } = await priceCart(ctx, cart)
  if (!cart || lines.length === 0) return noOffer
  if (sends_reminder) await scheduleReminder(ctx, settings, cart)
  const offer = enabled_ind && !wasOffered(cookies ?? '') ? await findOffer(ctx, lines, await customerOf(ctx)) : null
  return { offer: offer && offerResponse(ctx, offer), sends_reminder }
}

/** Schedules the reminder for a cart, if its buyer's address is known. */
export async function scheduleReminder(ctx: Ctx, { email_minutes }: LeaverSettings, cart: Cart): Promise<void> {
  const user_id = await findRecipient(ctx, cart)
  if (user_id !== null) await ctx.tx((inner) => queueEmail(inner, cart, user_id, email_minutes))
}

const offerResponse = ({ locale }: Ctx, { code, saving_cents, mobile_seconds, scrollup_ind }: Offer): LeaverOffer => ({
  code,
  saving: formatMoney(saving_cents, locale),
  mobileSeconds: mobile_seconds,
  scrollup: scrollup_ind,
})
