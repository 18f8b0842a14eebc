import { checkoutErrors } from '#modules/checkout/errors.ts'
import { cardVault, type VaultResult } from '#modules/checkout/payments/gateways/card-vault.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { findCustomerProfile, type Owner, storeCustomerProfile } from './payment-profile.sql.ts'

/** The owner of a call's cards: the session's person. A client's id is compared, never used. Throws notFound. */
export function ownerOf(ctx: Ctx, claimed: number | null | undefined): Owner {
  const { user_id, organization_id } = userOf(ctx)
  if (claimed && claimed !== user_id) throw errors.notFound()
  return { user_id, organization_id }
}

/** Unwraps a vault result. Throws cardNotSaved or billingNotSaved if it was refused or unreachable. */
export function unwrapVaultResult<T>(ctx: Ctx, vaulted: VaultResult<T>, of: 'card' | 'billing' = 'card'): T {
  if (vaulted.outcome === 'done') return vaulted
  ctx.log.warn('vault.not_done', { ...vaulted.reason, outcome: vaulted.outcome })
  throw of === 'card' ? checkoutErrors.cardNotSaved() : checkoutErrors.billingNotSaved()
}

/** The vault's id of the owner, created there if missing. */
export async function openCustomer(ctx: Ctx, owner: Owner): Promise<string> {
  const profile = await findCustomerProfile(ctx, owner.user_id)
  if (profile) return profile
  const { email } = await selectPerson(ctx, owner.user_id)
  const vaulted = await ctx.use(cardVault).createCustomer({ user_id: owner.user_id, email })
  const { customer_profile_id } = unwrapVaultResult(ctx, vaulted)
  await ctx.tx((inner) => storeCustomerProfile(inner, owner, customer_profile_id))
  return customer_profile_id
}
