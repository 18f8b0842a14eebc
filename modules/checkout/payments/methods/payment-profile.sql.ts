import { checkoutErrors } from '#modules/checkout/errors.ts'
import { paymentType } from '#modules/checkout/lookups.shared.ts'
import type { StoredCard } from '#modules/checkout/payments/gateways/card-vault.ts'
import type { SavedCard } from '#modules/checkout/payments/gateways/gateway.ts'
import { requireOwnProof } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A saved card as shown to its owner and staff; its number is stored only by the gateway. */
export type PaymentMethod = {
  payment_profile_id: number
  lk_payment_type_id: number
  brand: string
  last_4: string
  default_ind: boolean
}

/** A person's saved cards, the default first, then newest first. */
export const listPaymentMethods = ({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<PaymentMethod[]> =>
  sql<PaymentMethod>`
    select payment_profile_id, ${paymentType.CreditCard}::integer as lk_payment_type_id, brand, last_4, default_ind
    from checkout.payment_profile where user_id = ${user_id}
    order by default_ind desc, payment_profile_id desc`

/**
 * The gateway's ids of the session's own saved card. Throws cardUnknown for another person's card, and for a guest,
 * even if their cart belongs to an account. Throws proofNeeded in a session started by a client.
 */
export async function selectOwnCard(ctx: Ctx, user_id: number, payment_profile_id: number): Promise<SavedCard> {
  if (ctx.actor.kind !== 'user' || ctx.actor.user_id !== user_id) throw checkoutErrors.cardUnknown()
  await requireOwnProof(ctx)
  const [card] = await ctx.sql<{ customer_profile_id: string; gateway_profile_id: string }>`
    select c.customer_profile_id, p.gateway_profile_id
    from checkout.payment_profile p join checkout.customer_profile c using (user_id)
    where p.payment_profile_id = ${payment_profile_id} and p.user_id = ${user_id}`
  if (!card) throw checkoutErrors.cardUnknown()
  const { customer_profile_id, gateway_profile_id } = card
  return { kind: 'saved', customer_profile_id, payment_profile_id: gateway_profile_id }
}

export async function findCustomerProfile({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<string | null> {
  const [row] = await sql<{ customer_profile_id: string }>`
    select customer_profile_id from checkout.customer_profile where user_id = ${user_id}`
  return row?.customer_profile_id ?? null
}

export type CardOwner = { user_id: number; organization_id: number }

/** Stores the gateway's id of a student, unless there already is one. */
export async function storeCustomerProfile(ctx: Ctx, owner: CardOwner, customer_profile_id: string): Promise<void> {
  const { user_id, organization_id } = owner
  await ctx.sql`
    insert into checkout.customer_profile ${ctx.sql({ user_id, organization_id, customer_profile_id })}
    on conflict (user_id) do nothing`
}

/** Stores the brand and last digits of a card, once per card. A person's first card becomes the default. */
export async function storeCard(ctx: Ctx, { user_id, organization_id }: CardOwner, card: StoredCard): Promise<number> {
  await ctx.sql`select from checkout.customer_profile where user_id = ${user_id} for no key update`
  const [row] = await ctx.sql<{ payment_profile_id: number }>`
    insert into checkout.payment_profile (user_id, organization_id, gateway_profile_id, brand, last_4, default_ind)
    select ${user_id}, ${organization_id}, ${card.gateway_profile_id}, ${card.brand}, ${card.last_4},
           not exists (select from checkout.payment_profile where user_id = ${user_id})
    on conflict (user_id, gateway_profile_id) do update set brand = excluded.brand, last_4 = excluded.last_4
    returning payment_profile_id`
  return row!.payment_profile_id
}

/** Deletes a card; the newest remaining one becomes the default. */
export async function deleteCard({ sql }: Ctx, user_id: number, payment_profile_id: number): Promise<void> {
  await sql`select from checkout.customer_profile where user_id = ${user_id} for no key update`
  const [deletedCard] = await sql<{ default_ind: boolean }>`
    delete from checkout.payment_profile
    where user_id = ${user_id} and payment_profile_id = ${payment_profile_id} returning default_ind`
  if (!deletedCard?.default_ind) return
  await sql`
    update checkout.payment_profile set default_ind = true
    where payment_profile_id = (select max(payment_profile_id) from checkout.payment_profile where user_id = ${user_id})`
}

export async function setDefaultCard({ sql }: Ctx, user_id: number, payment_profile_id: number): Promise<void> {
  await sql`select from checkout.customer_profile where user_id = ${user_id} for no key update`
  await sql`update checkout.payment_profile set default_ind = false where user_id = ${user_id} and default_ind`
  await sql`
    update checkout.payment_profile set default_ind = true
    where user_id = ${user_id} and payment_profile_id = ${payment_profile_id}`
}
