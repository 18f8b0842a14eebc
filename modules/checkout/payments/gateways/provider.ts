import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type ChargeRequest, type ChargeResult, type Gateway, paymentGateway } from './gateway.ts'
import { type Wallet, type WalletCapture, walletPort } from './wallet.ts'

/** The provider of a payment; 'none' for orders that cost nothing. */
export type Provider = 'authorize_net' | 'paypal' | 'none'

/** The calls for existing transactions, which every payment provider supports. */
export type ReversalGateway = Pick<Gateway, 'name' | 'details' | 'findByAttempt' | 'listSince' | 'void' | 'refund'>

/** The adapter of a payment's provider. Throws a RangeError for 'none', which has no transactions. */
export function reversalGateway(ctx: Ctx, provider: Provider): ReversalGateway {
  if (provider === 'authorize_net') return ctx.use(paymentGateway)
  const wallet = provider === 'paypal' ? ctx.use(walletPort) : null
  if (!wallet) throw new RangeError(`no payments go through ${provider}`)
  return wallet
}

/** The wallet. Throws methodNotOffered if none is configured. */
export function requireWallet(ctx: Ctx): Wallet {
  const wallet = ctx.use(walletPort)
  if (!wallet) throw checkoutErrors.methodNotOffered()
  return wallet
}

/** The call that charges an attempt. */
export type ChargeCall =
  | { provider: 'authorize_net'; request: ChargeRequest }
  | { provider: 'paypal'; capture: WalletCapture }

export const sendCharge = (ctx: Ctx, call: ChargeCall): Promise<ChargeResult> =>
  call.provider === 'paypal' ? requireWallet(ctx).capture(call.capture) : ctx.use(paymentGateway).charge(call.request)
