import { checkoutSettings } from '#modules/checkout/settings/settings.sql.ts'
import { type HumanCheckSite, humanCheck } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type GatewayPublicConfig, paymentGateway } from './gateways/gateway.ts'
import { walletPort } from './gateways/wallet.ts'
import { listPaymentMethods } from './methods/payment-profile.sql.ts'
import { type OfferedMethods, offeredMethods } from './offered-methods.ts'
import { looksLikeCardTesting } from './risk/card-testing.ts'

/** The means of payment that a page offers, with the browser's settings. */
export type PaymentChoices = {
  gateway: GatewayPublicConfig
  offered: OfferedMethods
  /** The person's own cards, the preferred one first. */
  saved: { payment_profile_id: number; last_4: string; brand: string }[]
  /** The wallet's approval origin: the page's form leads there. */
  wallet_origin: string | null
  /** The captcha for a visitor, or for a student after declines; null if none is required. */
  captcha: HumanCheckSite | null
}

/** The choices for the caller: no saved cards where cards are not offered, and a captcha where bots are likely. */
export async function paymentChoices(ctx: Ctx): Promise<PaymentChoices> {
  const { actor } = ctx
  const [offered, { captcha }, saved] = await Promise.all([
    offeredMethods(ctx),
    checkoutSettings(ctx),
    actor.kind === 'user' ? listPaymentMethods(ctx, actor.user_id) : [],
  ])
  return {
    gateway: ctx.use(paymentGateway).publicConfig(),
    offered,
    saved: offered.card
      ? saved.map(({ payment_profile_id, last_4, brand }) => ({ payment_profile_id, last_4, brand }))
      : [],
    wallet_origin: offered.paypal ? (ctx.use(walletPort)?.approve_origin ?? null) : null,
    captcha: captcha && (await requiresCaptcha(ctx)) ? ctx.use(humanCheck).site : null,
  }
}

const requiresCaptcha = async (ctx: Ctx): Promise<boolean> =>
  ctx.actor.kind === 'anonymous' || (ctx.use(humanCheck).site !== null && (await looksLikeCardTesting(ctx, null)))
