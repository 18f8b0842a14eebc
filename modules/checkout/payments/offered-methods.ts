import { checkoutErrors } from '#modules/checkout/errors.ts'
import { checkoutSettings } from '#modules/checkout/settings/settings.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { walletPort } from './gateways/wallet.ts'

export type OfferedMethods = { card: boolean; paypal: boolean }

/** The means of payment that the visited organization offers. */
export async function offeredMethods(ctx: Ctx): Promise<OfferedMethods> {
  const { card, paypal } = await checkoutSettings(ctx)
  return { card, paypal: paypal && ctx.use(walletPort) !== null }
}

/** Throws methodNotOffered. */
export async function requireOffered(ctx: Ctx, method: keyof OfferedMethods): Promise<void> {
  const offered = await offeredMethods(ctx)
  if (!offered[method]) throw checkoutErrors.methodNotOffered()
}
