import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { StoredMethod } from '#modules/checkout/payments/gateways/card-vault.ts'
import type { Ctx } from '#platform/ctx.ts'

/** An organization's payment method in the form that people recognize; only the gateway has its number. */
export type BillingMethod = {
  payment_profile_id: number
  lk_payment_type_id: number
  brand: string
  last_4: string
  default_ind: boolean
}

/** The billing methods of an organization in scope, the default first, then newest first. */
export const listBillingMethods = (
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  organization_id: number,
): Promise<BillingMethod[]> => sql<BillingMethod>`
  select payment_profile_id, lk_payment_type_id, brand, last_4, default_ind
  from checkout.organization_payment_profile
  where organization_id = ${organization_id} and organization_id = any(${sql.array(organization.scope)})
  order by default_ind desc, payment_profile_id desc`

export async function findBillingCustomer({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<string | null> {
  const [row] = await sql<{ customer_profile_id: string }>`
    select customer_profile_id from checkout.organization_customer where organization_id = ${organization_id}`
  return row?.customer_profile_id ?? null
}

/** Stores the gateway's id of an organization; an existing one stays. */
export async function storeBillingCustomer(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  customer_profile_id: string,
): Promise<void> {
  await sql`
    insert into checkout.organization_customer ${sql({ organization_id, customer_profile_id })}
    on conflict (organization_id) do nothing`
}

/** Serializes changes to one organization's methods. */
export async function lockBilling({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<void> {
  await sql`select from checkout.organization_customer where organization_id = ${organization_id} for no key update`
}

/** The gateway's id of the organization's method. Throws billingMethodUnknown. */
export async function selectBillingMethod(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  payment_profile_id: number,
): Promise<{ customer_profile_id: string; gateway_profile_id: string; last_4: string }> {
  const [method] = await sql<{ customer_profile_id: string; gateway_profile_id: string; last_4: string }>`
    select c.customer_profile_id, p.gateway_profile_id, p.last_4
    from checkout.organization_payment_profile p join checkout.organization_customer c using (organization_id)
    where p.organization_id = ${organization_id} and p.payment_profile_id = ${payment_profile_id}`
  if (!method) throw checkoutErrors.billingMethodUnknown()
  return method
}

/** Makes a method the default, unless it no longer exists. Returns whether anything changed. */
export async function setDefaultMethod(
  ctx: Pick<Ctx, 'sql'>,
  organization_id: number,
  payment_profile_id: number,
): Promise<boolean> {
  const { sql } = ctx
  await sql`
    update checkout.organization_payment_profile set default_ind = false
    where organization_id = ${organization_id} and default_ind and payment_profile_id <> ${payment_profile_id}`
  const { count } = await sql`
    update checkout.organization_payment_profile set default_ind = true
    where organization_id = ${organization_id} and payment_profile_id = ${payment_profile_id} and not default_ind`
  await ensureDefault(ctx, organization_id)
  return count > 0
}

/** Deletes a method. Returns whether it still existed. */
export async function deleteMethod(
  ctx: Pick<Ctx, 'sql'>,
  organization_id: number,
  payment_profile_id: number,
): Promise<boolean> {
  const { count } = await ctx.sql`
    delete from checkout.organization_payment_profile
    where organization_id = ${organization_id} and payment_profile_id = ${payment_profile_id}`
  await ensureDefault(ctx, organization_id)
  return count > 0
}

/** Replaces our list by the gateway's; the newest method is the default if there is none. */
export async function replaceMethods(
  ctx: Pick<Ctx, 'sql'>,
  organization_id: number,
  methods: readonly StoredMethod[],
): Promise<void> {
  const { sql } = ctx
  const ids = methods.map(({ gateway_profile_id }) => gateway_profile_id)
  await sql`
    delete from checkout.organization_payment_profile
    where organization_id = ${organization_id} and gateway_profile_id <> all(${sql.array(ids)}::text[])`
  for (const { gateway_profile_id, lk_payment_type_id, brand, last_4 } of methods) {
    await sql`
      insert into checkout.organization_payment_profile
      ${sql({ organization_id, gateway_profile_id, lk_payment_type_id, brand, last_4 })}
      on conflict (organization_id, gateway_profile_id) do update
      set lk_payment_type_id = excluded.lk_payment_type_id, brand = excluded.brand, last_4 = excluded.last_4`
  }
  await ensureDefault(ctx, organization_id)
}

const ensureDefault = async ({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<void> => {
  await sql`
    update checkout.organization_payment_profile set default_ind = true
    where payment_profile_id = (select max(payment_profile_id) from checkout.organization_payment_profile
                                where organization_id = ${organization_id})
      and not exists (select from checkout.organization_payment_profile
                      where organization_id = ${organization_id} and default_ind)`
}
