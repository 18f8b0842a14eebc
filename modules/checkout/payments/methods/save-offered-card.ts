import { cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { maxCards } from './card-try.sql.ts'
import {
  findCustomerProfile,
  listPaymentMethods,
  type Owner,
  storeCard,
  storeCustomerProfile,
} from './payment-profile.sql.ts'

type Charged = { user_id: number; transaction_id: string; last_4: string; brand: string | null }

/**
 * Saves the card of a charge at the buyer's request, separately after the payment: a failure here does not affect the
 * course. Repeating it finds the same card. Throws if the vault could not be reached, so that it is retried.
 */
export async function saveOfferedCard(ctx: Ctx, payment_attempt_id: number): Promise<void> {
  const charged = await findCharged(ctx, payment_attempt_id)
  if (!charged) return
  const { user_id, transaction_id } = charged
  const { organization_id, email } = await selectPerson(ctx, user_id)
  const owner = { user_id, organization_id }
  if ((await listPaymentMethods(ctx, user_id)).length >= maxCards) return
  const profile = await findCustomerProfile(ctx, user_id)
  const vaulted = await ctx.use(cardVault).addCardOf(transaction_id, { user_id, email }, profile)
  if (vaulted.outcome === 'unknown') throw new Error(`the vault could not be asked: ${vaulted.reason.code}`)
  if (vaulted.outcome === 'refused') return ctx.log.warn('vault.not_done', { ...vaulted.reason, payment_attempt_id })
  await storeAddedCard(ctx, owner, charged, vaulted)
}

async function findCharged({ sql }: Ctx, payment_attempt_id: number): Promise<Charged | null> {
  const [charged] = await sql<Charged>`
    select o.user_id, a.transaction_id, a.last_4, a.brand
    from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where a.payment_attempt_id = ${payment_attempt_id} and a.state = 'approved' and a.save_card_ind
      and a.transaction_id is not null and a.last_4 is not null`
  return charged ?? null
}

type Added = { customer_profile_id: string; gateway_profile_ids: string[] }

/** A duplicate may come without its id: then the vault's own list identifies the card. */
async function storeAddedCard(ctx: Ctx, owner: Owner, { last_4, brand }: Charged, added: Added): Promise<void> {
  const { customer_profile_id, gateway_profile_ids } = added
  const listed = gateway_profile_ids.length > 0 ? null : await ctx.use(cardVault).listCards(customer_profile_id)
  const ofList = listed?.outcome === 'done' ? listed.cards.filter((card) => card.last_4 === last_4) : []
  const gateway_profile_id = gateway_profile_ids[0] ?? ofList.at(-1)?.gateway_profile_id
  await ctx.tx(async (inner) => {
    await storeCustomerProfile(inner, owner, customer_profile_id)
    if (!gateway_profile_id) return
    const payment_profile_id = await storeCard(inner, owner, { gateway_profile_id, last_4, brand: brand ?? '' })
    const subject = `payment_profile_id:${payment_profile_id}`
    await inner.audit({ action: 'payment_method.add', subject, subject_user_id: owner.user_id, after: { last_4 } })
  })
}
