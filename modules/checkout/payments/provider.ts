import type { Ctx } from '../../../platform/ctx.ts'
import { type Gateway, paymentGateway } from './gateway.ts'

/** Whom money went through; 'none' for what cost nothing. */
export type Provider = 'authorize_net' | 'paypal' | 'none'

/** What every provider of payments can be asked about money that has moved. */
export type Reversing = Pick<Gateway, 'name' | 'details' | 'findByAttempt' | 'void' | 'refund'>

/** The adapter of the provider that took a payment. Throws a RangeError for 'none': there is nothing to give back. */
export function reversingOf(ctx: Ctx, provider: Provider): Reversing {
  if (provider === 'authorize_net') return ctx.use(paymentGateway)
  throw new RangeError(`no payments go through ${provider}`)
}
