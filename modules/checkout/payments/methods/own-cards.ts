import { checkoutErrors } from '#modules/checkout/errors.ts'
import { cardVault, type VaultResult } from '#modules/checkout/payments/gateways/card-vault.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { type CardOwner, findCustomerProfile, storeCustomerProfile } from './payment-profile.sql.ts'

/** The owner of the cards: the person of the session. Throws notFound if the caller requested another person's. */
export function requireCardOwner(ctx: Ctx, requested_id: number | null | undefined): CardOwner {
  const { user_id, organization_id } = userOf(ctx)
  if (requested_id && requested_id !== user_id) throw errors.notFound()
  return { user_id, organization_id }
}

/** Unwraps a vault result. Throws cardNotSaved or billingNotSaved if the call failed. */
export function unwrapVaultResult<T>(ctx: Ctx, result: VaultResult<T>, subject: 'card' | 'billing' = 'card'): T {
  if (result.outcome === 'done') return result
  ctx.log.warn('vault.not_done', { ...result.reason, outcome: result.outcome })
  throw subject === 'card' ? checkoutErrors.cardNotSaved() : checkoutErrors.billingNotSaved()
}

/** The vault's id of the owner, created there if missing. */
export async function openCustomer(ctx: Ctx, owner: CardOwner): Promise<string> {
  const profile = await findCustomerProfile(ctx, owner.user_id)
  if (profile) return profile
  const { email } = await selectPerson(ctx, owner.user_id)
  const result = await ctx.use(cardVault).createCustomer({ user_id: owner.user_id, email })
  const { customer_profile_id } = unwrapVaultResult(ctx, result)
  await ctx.tx((inner) => storeCustomerProfile(inner, owner, customer_profile_id))
  return customer_profile_id
}
