import { asTenant } from '#modules/identity/organizations/as-tenant.ts'
import { localeOf } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import { hasManyCodes, insertCode } from './code.sql.ts'
import { findOrder, type StoredOrder, saveOrder } from './order.sql.ts'
import { storefronts } from './storefronts.ts'

type Request = {
  organization_id: number
  code: string
  name: string
  order_key: string
  email: string
  lk_language_id: number
  created_at: Date
}
/** The data of the email with a code; only this job knows `code`. */
export type OrderCode = {
  code: string
  email: string
  order_name: string
  locale: Locale
  organization: { organization_id: number; code: string; name: string }
}

const requestsAnHour = 5

/**
 * Creates the code for a request, or null: no such order, five codes within the hour, or a request older than an hour.
 * An unknown order is requested from the shop. Running again creates another code.
 */
export async function makeOrderCode(ctx: Ctx, storefront_request_id: number): Promise<OrderCode | null> {
  const request = await findRequest(ctx, storefront_request_id)
  if (!request) return null
  const { organization_id, code, name, order_key, email } = request
  const tenant = await asTenant(ctx, organization_id)
  const order = (await findOrder(tenant, 'shopify', order_key, email)) ?? (await fetchFromShop(tenant, request))
  if (!order) return null
  return tenant.tx(async (inner) => {
    // Serializes requests that decide whether another email may be sent.
    await inner.sql`select from identity.storefront_order where storefront_order_id = ${order.storefront_order_id} for update`
    if (await hasManyCodes(inner, order)) return null
    const newCode = await insertCode(inner, order)
    const { order_name } = order
    const locale = localeOf(request.lk_language_id)
    return { code: newCode, email: order.email, order_name, locale, organization: { organization_id, code, name } }
  })
}

async function findRequest(ctx: Ctx, storefront_request_id: number): Promise<Request | null> {
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const [request] = await ctx.sql<Request>`
    select r.organization_id, o.code, o.name, r.order_key, r.email, r.lk_language_id, r.created_at
    from identity.storefront_request r join identity.organization o using (organization_id)
    where r.storefront_request_id = ${storefront_request_id} and r.created_at > ${since}`
  return request ?? null
}

/** Fetches the order from the shop and stores it. Repeated requests for one order don't reach the shop. */
async function fetchFromShop(ctx: Ctx, { order_key, email }: Request): Promise<StoredOrder | null> {
  const shop = ctx.use(storefronts).find(({ organization }) => organization === ctx.organization.code)
  if (!shop || (await isRepeatedRequest(ctx, order_key))) return null
  const order = await shop.findOrder(order_key)
  if (!order) return null
  await ctx.tx((inner) => saveOrder(inner, shop.provider, order))
  return findOrder(ctx, shop.provider, order_key, email)
}

async function isRepeatedRequest(ctx: Ctx, order_key: string): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const rows = await ctx.sql`
    select from identity.storefront_request
    where organization_id = ${ctx.organization.organization_id} and order_key = ${order_key} and created_at > ${since}
    limit ${requestsAnHour + 1}`
  return rows.length > requestsAnHour
}
