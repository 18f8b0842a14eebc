import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type ChargeRequest, type ChargeResult, type Gateway, paymentGateway } from './gateway.ts'
import { type Wallet, type WalletCapture, walletPort } from './wallet.ts'

/** The provider of a payment; 'none' for orders that cost nothing. */
export type Provider = 'authorize_net' | 'paypal' | 'none'

/** The calls that every payment provider supports for moved money. */
export type Reversing = Pick<Gateway, 'name' | 'details' | 'findByAttempt' | 'listSince' | 'void' | 'refund'>

/** The adapter of a payment's provider. Throws a RangeError for 'none': there is nothing to refund. */
export function reversingOf(ctx: Ctx, provider: Provider): Reversing {
  if (provider === 'authorize_net') return ctx.use(paymentGateway)
  const wallet = provider === 'paypal' ? ctx.use(walletPort) : null
  if (!wallet) throw new RangeError(`no payments go through ${provider}`)
  return wallet
}

/** The wallet. Throws methodNotOffered if none is configured. */
export function walletOf(ctx: Ctx): Wallet {
  const wallet = ctx.use(walletPort)
  if (!wallet) throw checkoutErrors.methodNotOffered()
  return wallet
}

/** The one call that charges an attempt. */
export type ChargeCall =
  | { provider: 'authorize_net'; request: ChargeRequest }
  | { provider: 'paypal'; capture: WalletCapture }

export const makeCall = (ctx: Ctx, call: ChargeCall): Promise<ChargeResult> =>
  call.provider === 'paypal' ? walletOf(ctx).capture(call.capture) : ctx.use(paymentGateway).charge(call.request)
