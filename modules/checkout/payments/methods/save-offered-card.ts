import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { maxCards } from './card-try.sql.ts'
import {
  type CardOwner,
  findCustomerProfile,
  listPaymentMethods,
  storeCard,
  storeCustomerProfile,
} from './payment-profile.sql.ts'

type ChargedCard = { user_id: number; transaction_id: string; last_4: string; brand: string | null }

/**
 * Saves the card of a charge at the buyer's request. Runs after the payment, so that a failure does not affect the
 * order. Idempotent. Throws if the vault could not be reached, so that it is retried.
 */
export async function saveOfferedCard(ctx: Ctx, payment_attempt_id: number): Promise<void> {
  const chargedCard = await findChargedCard(ctx, payment_attempt_id)
  if (!chargedCard) return
  const { user_id, transaction_id } = chargedCard
  const { organization_id, email } = await selectPerson(ctx, user_id)
  const owner = { user_id, organization_id }
  if ((await listPaymentMethods(ctx, user_id)).length >= maxCards) return
  const profile = await findCustomerProfile(ctx, user_id)
  const vaultResult = await ctx.use(cardVault).addCardFromTransaction(transaction_id, { user_id, email }, profile)
  if (vaultResult.outcome === 'unknown') throw new Error(`the vault could not be reached: ${vaultResult.reason.code}`)
  if (vaultResult.outcome === 'refused')
    return ctx.log.warn('vault.not_done', { ...vaultResult.reason, payment_attempt_id })
  await storeAddedCard(ctx, owner, chargedCard, vaultResult)
}

async function findChargedCard({ sql }: Ctx, payment_attempt_id: number): Promise<ChargedCard | null> {
  const [card] = await sql<ChargedCard>`
    select o.user_id, a.transaction_id, a.last_4, a.brand
    from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where a.payment_attempt_id = ${payment_attempt_id} and a.state = 'approved' and a.save_card_ind
      and a.transaction_id is not null and a.last_4 is not null`
  return card ?? null
}

type AddedCard = { customer_profile_id: string; gateway_profile_ids: string[] }

/** The vault may not return the id of a duplicate, which is then looked up in the vault's list. */
async function storeAddedCard(
  ctx: Ctx,
  owner: CardOwner,
  { last_4, brand }: ChargedCard,
  addedCard: AddedCard,
): Promise<void> {
  const { customer_profile_id, gateway_profile_ids } = addedCard
  const list = gateway_profile_ids.length > 0 ? null : await ctx.use(cardVault).listCards(customer_profile_id)
  const matchingCards = list?.outcome === 'done' ? list.cards.filter((card) => card.last_4 === last_4) : []
  const gateway_profile_id = gateway_profile_ids[0] ?? matchingCards.at(-1)?.gateway_profile_id
  await ctx.tx(async (inner) => {
    await storeCustomerProfile(inner, owner, customer_profile_id)
    if (!gateway_profile_id) return
    const payment_profile_id = await storeCard(inner, owner, { gateway_profile_id, last_4, brand: brand ?? '' })
    const subject = `payment_profile_id:${payment_profile_id}`
    await inner.audit({ action: 'payment_method.add', subject, subject_user_id: owner.user_id, after: { last_4 } })
  })
}
