import { cardVault, type StoredCard } from '#modules/checkout/payments/gateways/card-vault.ts'
import type { Ctx } from '#platform/ctx.ts'
import { unwrapVaultResult } from './own-cards.ts'
import { type CardOwner, deleteCard, findCustomerProfile, storeCard } from './payment-profile.sql.ts'

/** Replaces our list of cards with the vault's, after changes on the gateway's own page. */
export async function refreshCards(ctx: Ctx, owner: CardOwner): Promise<void> {
  const customer = await findCustomerProfile(ctx, owner.user_id)
  const { cards } = customer ? unwrapVaultResult(ctx, await ctx.use(cardVault).listCards(customer)) : { cards: [] }
  await ctx.tx((inner) => syncCards(inner, owner, cards))
}

async function syncCards(ctx: Ctx, owner: CardOwner, cards: readonly StoredCard[]): Promise<void> {
  const storedCards = await ctx.sql<{ payment_profile_id: number; gateway_profile_id: string }>`
    select payment_profile_id, gateway_profile_id from checkout.payment_profile where user_id = ${owner.user_id}`
  const gatewayIds = new Set(cards.map(({ gateway_profile_id }) => gateway_profile_id))
  for (const { payment_profile_id, gateway_profile_id } of storedCards) {
    if (!gatewayIds.has(gateway_profile_id)) await deleteCard(ctx, owner.user_id, payment_profile_id)
  }
  for (const card of cards) await storeCard(ctx, owner, card)
  const { user_id } = owner
  await ctx.audit({ action: 'payment_method.refresh', subject: `user_id:${user_id}`, subject_user_id: user_id })
}
